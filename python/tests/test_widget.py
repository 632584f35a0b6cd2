"""The widget without a notebook: its traits, its front end, the page that it serves, the error without anywidget."""

import sys
from types import SimpleNamespace
from urllib.request import urlopen

import pytest

import aqm_explorer as aqm
from aqm_explorer import notebook as module

traitlets = pytest.importorskip("traitlets")


@pytest.fixture
def anywidget(monkeypatch: pytest.MonkeyPatch) -> None:
    """The part of anywidget that matters here: a widget is an object with traits."""
    monkeypatch.setitem(sys.modules, "anywidget", SimpleNamespace(AnyWidget=traitlets.HasTraits))
    module._class.cache_clear()


@pytest.mark.usefixtures("anywidget")
def test_python_and_the_view_share_a_scenario() -> None:
    made = aqm.widget({"duration": 20}, show=["queues"], base="https://aqm.example.org/x")
    assert (made.scenario, made.base, made.show) == (
        {"version": 1, "duration": 20},
        "https://aqm.example.org/x/",
        ["queues"],
    )
    heard: list[object] = []
    made.observe(lambda change: heard.append(change["new"]), "scenario")
    made.results = [{"label": "RED"}]
    made.patch(duration=30, network={"bottleneck": {"buffer": 150}})
    assert heard == [{"version": 1, "duration": 30, "network": {"bottleneck": {"buffer": 150}}}]
    assert made.results == [], "results of the scenario before"
    with pytest.raises(aqm.DocumentError, match="duration"):
        made.patch(duration=-1)
    assert made.scenario["duration"] == 30
    with pytest.raises(aqm.DocumentError, match="lanes"):
        aqm.widget({"lanes": [{"aqm": {"id": "rde"}}]})
    with pytest.raises(traitlets.TraitError):
        aqm.widget({}, show=["clouds"])
    # What a notebook gives to the browser: what is shown, and nothing else of the object.
    synced = set(made.traits(sync=True))
    assert synced == {"scenario", "results", "issues", "time", "base", "show", "locked", "theme"}
    assert "export{" in made._esm and "aqm-embed/1" in made._esm


@pytest.mark.usefixtures("anywidget")
def test_the_page_comes_from_the_wheel() -> None:
    base = aqm.widget({}).base
    assert base.startswith("http://127.0.0.1:") and aqm.widget({}).base == base
    with urlopen(f"{base}embed.html") as answer:
        text = answer.read().decode()
        assert (
            answer.headers["Content-Type"].startswith("text/html")
            and answer.headers["Access-Control-Allow-Origin"] == "*"
        )
    script = text.split('src="./')[1].split('"')[0]
    with urlopen(f"{base}{script}") as answer:
        assert answer.headers["Content-Type"] == "text/javascript"


def test_without_anywidget_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    module._class.cache_clear()
    with pytest.raises(ImportError, match=r"pip install 'aqm-explorer\[widget\]'"):
        aqm.widget({})
