"""AQM Explorer's engine in Python: the same runs, to the bit, as in the page and on the command line.

>>> import aqm_explorer as aqm
>>> [red, droptail] = aqm.run({"version": 1, "duration": 20})
>>> red.metrics["goodput"], red.frame().queue_mean.max()
"""

from importlib.metadata import version as _version

from .data import engine_id
from .engine import Fluid, Link, Run, catalogue, curve, fluid, run, summary
from .errors import DocumentError, EngineFailure, Issue
from .scenario import Scenario
from .study import StudyResult, StudySize, load_study, study, study_size

__version__ = _version("aqm-explorer")

__all__ = [
    "DocumentError",
    "EngineFailure",
    "Fluid",
    "Issue",
    "Link",
    "Run",
    "Scenario",
    "StudyResult",
    "StudySize",
    "catalogue",
    "curve",
    "engine_id",
    "fluid",
    "load_study",
    "run",
    "study",
    "study_size",
    "summary",
]
