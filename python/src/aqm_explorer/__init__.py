"""AQM Explorer's engine in Python: the same runs, to the bit, as in the page and on the command line.

>>> import aqm_explorer as aqm
>>> [red, droptail] = aqm.run({"version": 1, "duration": 20})
>>> red.metrics["goodput"], red.frame().queue_mean.max()
"""

from importlib.metadata import version

from .data import engine_id
from .engine import (
    CycleBranch,
    Cycles,
    Fluid,
    Hopf,
    HopfCurve,
    Link,
    Range,
    Run,
    catalogue,
    curve,
    cycles,
    fluid,
    hopf,
    hopf_curves,
    run,
    summary,
)
from .errors import DocumentError, EngineFailure, Issue
from .measured import Measured, Series, measured
from .notebook import widget
from .scenario import Scenario
from .statistics import Comparison, compare, course, seeds_needed
from .study import StudyResult, StudySize, load_study, study, study_size

__version__ = version("aqm-explorer")

__all__ = [
    "Comparison",
    "CycleBranch",
    "Cycles",
    "DocumentError",
    "EngineFailure",
    "Fluid",
    "Hopf",
    "HopfCurve",
    "Issue",
    "Link",
    "Measured",
    "Range",
    "Run",
    "Scenario",
    "Series",
    "StudyResult",
    "StudySize",
    "__version__",
    "catalogue",
    "compare",
    "course",
    "curve",
    "cycles",
    "engine_id",
    "fluid",
    "hopf",
    "hopf_curves",
    "load_study",
    "measured",
    "run",
    "seeds_needed",
    "study",
    "study_size",
    "summary",
    "widget",
]
