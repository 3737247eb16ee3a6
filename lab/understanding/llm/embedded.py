"""The small model in this very process: llama.cpp by way of xllamacpp, with weights that lie in the user's cache."""

import os
import secrets
from pathlib import Path
from typing import Any

from lab.understanding.llm.endpoint import MOST_TOKENS
from lab.understanding.llm.question import response_format
from lab.understanding.llm.weights import weights_path
from lab.understanding.unavailable import UnderstandingUnavailable

CONTEXT = 4096


class EmbeddedModel:
    """SmolLM2-135M-Instruct, or another GGUF file; a second to load, then seconds a line."""

    def __init__(self, path: Path | None = None) -> None:
        """Raises UnderstandingUnavailable if llama.cpp or the weights are not there, or don't fit each other."""
        self._server = _load(path or weights_path())

    def complete(self, messages: list[dict[str, str]], schema: dict[str, Any]) -> str:
        """The text of the model's answer. Raises UnderstandingUnavailable if llama.cpp gives up."""
        asked = {
            "messages": messages,
            "temperature": 0,
            "max_tokens": MOST_TOKENS,
            "response_format": response_format(schema),
        }
        try:
            answer = self._server.handle_chat_completions(asked)
        except Exception as error:  # whatever comes out of the C++ side
            raise _broken(f"{type(error).__name__}: {error}") from None
        if "choices" not in answer:
            raise _broken(str(answer.get("error", answer))[:200])
        return str(answer["choices"][0]["message"]["content"])


def _load(path: Path) -> Any:
    try:
        import xllamacpp
    except ImportError as error:
        raise UnderstandingUnavailable(
            "there is no language model here", f"llama.cpp can't be loaded ({error})", "pip install 'readback[llm]'"
        ) from None
    if not path.is_file():
        raise UnderstandingUnavailable(
            "the language model has no weights", f"{path} is not there", "`lab model get` fetches them, once"
        )
    try:
        return xllamacpp.Server(_parameters(xllamacpp.CommonParams(), path))
    except Exception as error:
        raise _broken(f"{path} can't be loaded ({error})") from None


def _parameters(params: Any, path: Path) -> Any:
    params.model.path = str(path)
    params.n_ctx, params.n_parallel = CONTEXT, 1
    params.api_keys = [secrets.token_hex()]  # it listens on the loopback too, and nobody else shall use it
    params.cache_ram_mib, params.warmup, params.verbosity = 0, False, -1
    # its threads wait for each other at every step: a single core that is busy elsewhere slows all of them twentyfold
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = max(1, (os.cpu_count() or 2) // 2)
    return params


def _broken(why: str) -> UnderstandingUnavailable:
    return UnderstandingUnavailable(
        "the language model in this process gave up", why, "`lab model get` fetches its weights anew"
    )
