"""The small model in this very process, where it is installed; and clear words where it is not, or gives up."""

import datetime as dt
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from lab.understanding import Context, UnderstandingUnavailable
from lab.understanding.llm.embedded import EmbeddedModel
from lab.understanding.llm.model import ModelUnderstanding
from lab.understanding.llm.weights import weights_path


class FakeLlama:
    """Stands where `xllamacpp` would: loads anything unless told, and answers what a test wants."""

    def __init__(self, answer: Any = None, fails: str = "") -> None:
        self.answer, self.fails = answer, fails

    def CommonParams(self) -> SimpleNamespace:
        inner = {name: SimpleNamespace() for name in ("model", "cpuparams", "cpuparams_batch")}
        return SimpleNamespace(**inner)

    def Server(self, params: Any) -> "FakeLlama":
        if self.fails:
            raise RuntimeError(self.fails)
        return self

    def handle_chat_completions(self, asked: dict[str, Any]) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    """A file where weights would be."""
    path = tmp_path / "model.gguf"
    path.write_bytes(b"GGUF")
    return path


def install(monkeypatch: pytest.MonkeyPatch, fake: FakeLlama | None) -> None:
    monkeypatch.setitem(sys.modules, "xllamacpp", fake)  # type: ignore[arg-type]


def test_without_llama_cpp_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, weights: Path) -> None:
    """The extra is named."""
    install(monkeypatch, None)
    with pytest.raises(UnderstandingUnavailable, match=r"pip install 'readback\[llm\]'"):
        EmbeddedModel(weights)


def test_without_weights_it_says_how_to_get_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The command is named, and the file that is missing."""
    install(monkeypatch, FakeLlama())
    with pytest.raises(UnderstandingUnavailable, match=r"none\.gguf.*lab model get"):
        EmbeddedModel(tmp_path / "none.gguf")


def test_weights_that_do_not_load_are_told(monkeypatch: pytest.MonkeyPatch, weights: Path) -> None:
    """llama.cpp's own words are the why."""
    install(monkeypatch, FakeLlama(fails="not a GGUF file"))
    with pytest.raises(UnderstandingUnavailable, match="not a GGUF file"):
        EmbeddedModel(weights)


@pytest.mark.parametrize("answer", [{"error": {"message": "out of memory"}}, RuntimeError("out of memory")])
def test_a_model_that_gives_up_is_unavailable(answer: Any, monkeypatch: pytest.MonkeyPatch, weights: Path) -> None:
    """An error from below is no answer out of form: nobody is there any more."""
    install(monkeypatch, FakeLlama(answer))
    with pytest.raises(UnderstandingUnavailable, match="out of memory"):
        EmbeddedModel(weights).complete([], {})


@pytest.mark.long
def test_the_real_one_keeps_the_format() -> None:
    """Whatever it makes of the line, its answer fits the schema."""
    pytest.importorskip("xllamacpp", reason="the extra `llm` is not installed")
    if not weights_path().is_file():
        pytest.skip("the weights are not here: `lab model get` fetches them")
    monday = Context(dt.datetime(2026, 9, 14, 9, tzinfo=dt.UTC), "en", {})
    answer = ModelUnderstanding(EmbeddedModel()).answer("my name is Jamie, Tuesday at ten", "LISTEN", monday)
    assert answer.said is not None
