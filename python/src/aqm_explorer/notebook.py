"""A scenario as a widget in Jupyter, marimo and other notebooks that know anywidget: ``aqm.widget(scenario)``."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Literal

from .data import folder
from .documents import Json
from .page import serve
from .scenario import Scenario

_PARTS = ("question", "curves", "metrics", "queues", "extra", "rows", "fields")


@cache
def _class() -> Any:
    """The class of the widget, made at its first use, because anywidget is an optional dependency."""
    try:
        import anywidget
        import traitlets
    except ImportError as error:
        raise ImportError("aqm_explorer.widget needs anywidget: pip install 'aqm-explorer[widget]'") from error

    class Widget(anywidget.AnyWidget):  # type: ignore[misc, unused-ignore]
        """A view of a scenario. The reader and Python change the same document."""

        _esm = (folder() / "widget.js").read_text("utf-8")
        scenario = traitlets.Dict().tag(sync=True)
        results: Any = traitlets.List().tag(sync=True)
        issues: Any = traitlets.List().tag(sync=True)
        time = traitlets.Float(None, allow_none=True).tag(sync=True)
        base = traitlets.Unicode().tag(sync=True)
        show = traitlets.List(traitlets.Enum(_PARTS)).tag(sync=True)
        locked = traitlets.Bool(False).tag(sync=True)
        theme = traitlets.Enum(("auto", "light", "dark"), "auto").tag(sync=True)

        @traitlets.observe("scenario")
        def _changed(self, change: Any) -> None:
            # The present results belong to the earlier scenario; the view sends new ones.
            self.results = []

        def patch(self, **changes: Any) -> None:
            """Applies a merge patch (RFC 7396). Raises DocumentError, and changes nothing, if the result is invalid."""
            self.scenario = Scenario(self.scenario).changed(**changes).document

    return Widget


def widget(
    scenario: Scenario | Json | str,
    *,
    show: Sequence[str] = (),
    locked: bool = False,
    theme: Literal["auto", "light", "dark"] = "auto",
    base: str | None = None,
) -> Any:
    """The scenario as a widget: plots that play, and every value that can be changed.

    Args:
        scenario: a Scenario, a document, or its JSON text.
        show: the visible parts, from question, curves, metrics, queues, extra, rows, fields; by default the usual ones.
        locked: the reader cannot change anything.
        theme: the colours.
        base: the folder that serves ``embed.html``, if the browser cannot reach this machine (a notebook on a server).
            By default the wheel's own copy of the page is served to 127.0.0.1, without a network.

    Returns:
        An ``anywidget.AnyWidget`` with ``scenario`` (also as the reader has changed it), ``results`` (a dict for each
        lane: label, aqm, seed, metrics, digest, when all have run), ``issues`` (why the last scenario was refused),
        ``time`` (the playhead, s), and ``patch(**changes)``. ``observe`` follows each of them.

    Raises:
        ImportError: anywidget is missing: ``pip install 'aqm-explorer[widget]'``.
        DocumentError: the scenario is invalid.
    """
    make = _class()
    document = (scenario if isinstance(scenario, Scenario) else Scenario(scenario)).document
    address = serve() if base is None else base if base.endswith("/") else f"{base}/"
    return make(scenario=document, show=list(show), locked=locked, theme=theme, base=address)
