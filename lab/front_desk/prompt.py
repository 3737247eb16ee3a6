"""A conversation as a language model gets it: what it is told, who said what, and which tools there are."""

import json
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from lab.call_layer.shapes import ModelTool
from lab.front_desk.model import Caller, Done, Entry, Said, Talk

LONGEST_LINE = 600
LONGEST_RESULT = 3000
Message = dict[str, Any]


def messages(talk: Talk) -> list[Message]:
    """The chat to send: what the caller says is data in a message of its own."""
    return [{"role": "system", "content": instructions(talk)}, *_chat(talk.entries)]


def instructions(talk: Talk) -> str:
    """What the model is told, at this step of the call."""
    told = _prompt()
    return str(told["text"]).format(
        practice=talk.practice,
        today=f"{talk.today:%A} {talk.today.isoformat()}",
        language=told["languages"][talk.language],
        step=talk.step,
        guidance=talk.guidance,
    )


def functions(tools: Sequence[ModelTool]) -> list[Message]:
    """The tools as an OpenAI-compatible endpoint takes them."""
    return [
        {
            "type": "function",
            "function": {"name": tool.name, "description": tool.about, "parameters": dict(tool.parameters)},
        }
        for tool in tools
    ]


def told_of(result: Mapping[str, Any]) -> str:
    """A tool's answer as text, short enough for a small memory."""
    text = json.dumps(result, ensure_ascii=False, default=str)
    return text if len(text) <= LONGEST_RESULT else f"{text[:LONGEST_RESULT]}..."


def _chat(entries: Sequence[Entry]) -> list[Message]:
    chat: list[Message] = []
    for number, entry in enumerate(entries):
        match entry:
            case Caller(line=line):
                chat.append({"role": "user", "content": line[:LONGEST_LINE]})
            case Said(text=text):
                chat.append({"role": "assistant", "content": text})
            case Done(asked=asked, result=result):
                call = {"name": asked.name, "arguments": json.dumps(asked.arguments, ensure_ascii=False)}
                made = [{"id": f"call-{number}", "type": "function", "function": call}]
                chat.append({"role": "assistant", "content": None, "tool_calls": made})
                chat.append({"role": "tool", "tool_call_id": f"call-{number}", "content": told_of(result)})
    return chat


@cache
def _prompt() -> Mapping[str, Any]:
    return tomllib.loads(files("lab.front_desk").joinpath("prompt.toml").read_text("utf-8"))
