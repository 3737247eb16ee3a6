"""A language model in the seat: any OpenAI-compatible endpoint with tool calling, or the small one in this process.

What it sends is hostile until it has been looked at: here it only becomes steps, and whether they make sense is for
the loop and the layer.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from lab.call_layer.shapes import ModelTool
from lab.front_desk.model import Asked, ModelUnavailable, Step, Talk
from lab.front_desk.prompt import Message, functions, instructions, messages, told_of
from lab.understanding.unavailable import UnderstandingUnavailable

MOST_TOKENS = 400
LONGEST_ARGUMENTS = 20_000
_THOUGHTS = re.compile(r"<think>.*?(?:</think>|$)", re.DOTALL)
_SHOWN = 12  # entries of a call that the small model remembers


class Endpoint(Protocol):
    """Answers a chat completion with its message. Raises UnderstandingUnavailable."""

    def message(self, body: dict[str, Any]) -> dict[str, Any]: ...


class TextModel(Protocol):
    """Answers a chat with a text that fits a JSON schema. Raises UnderstandingUnavailable."""

    def complete(self, messages: list[dict[str, str]], schema: dict[str, Any]) -> str: ...


class Chat:
    """Asks an endpoint for each step."""

    name = "chat"

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint

    def next(self, talk: Talk) -> Step:
        tools = {"tools": functions(talk.tools), "tool_choice": "auto"} if talk.tools else {}
        body = {"messages": messages(talk), "temperature": 0, "max_tokens": MOST_TOKENS, **tools}
        try:
            return read_message(self._endpoint.message(body))
        except UnderstandingUnavailable as gone:
            raise ModelUnavailable(str(gone)) from None


class SmallChat:
    """Asks a model that knows no tool calling: it is held to a schema, of which each tool is a form, as is a reply."""

    name = "small chat"

    def __init__(self, model: TextModel) -> None:
        self._model = model

    def next(self, talk: Talk) -> Step:
        try:
            text = self._model.complete(_plain(talk), _form(talk.tools))
        except UnderstandingUnavailable as gone:
            raise ModelUnavailable(str(gone)) from None
        said = _json(text)
        if not isinstance(said, Mapping):
            return Step(text)
        if isinstance(said.get("tool"), str):
            return Step(calls=(Asked(said["tool"], said.get("arguments", {})),))
        return Step(_text(said.get("say")))


def read_message(message: Mapping[str, Any]) -> Step:
    """A message of an endpoint as a step, whatever is in it."""
    made = message.get("tool_calls")
    calls = tuple(_asked(call) for call in made) if isinstance(made, list) else ()
    return Step(_THOUGHTS.sub("", _text(message.get("content"))).strip(), calls)


def _asked(call: Any) -> Asked:
    function = call.get("function") if isinstance(call, Mapping) else None
    if not isinstance(function, Mapping):
        return Asked("", call)
    name, arguments = function.get("name"), function.get("arguments")
    return Asked(name if isinstance(name, str) else "", _json(arguments) if isinstance(arguments, str) else arguments)


def _json(text: str) -> Any:
    """What a text holds as JSON; the text itself where it holds none."""
    try:
        return json.loads(text) if len(text) <= LONGEST_ARGUMENTS else text[:LONGEST_ARGUMENTS]
    except (ValueError, RecursionError):
        return text


def _text(content: Any) -> str:
    """Text, or the text parts of a list of parts."""
    if isinstance(content, list):
        parts = (part.get("text") for part in content if isinstance(part, Mapping))
        return " ".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""


def _plain(talk: Talk) -> list[dict[str, str]]:
    """The chat without tool calls: what a tool answered is told as a note."""
    told: list[Message] = messages(talk)[1:][-_SHOWN:]
    chat = [{"role": "system", "content": instructions(talk)}]
    for message in told:
        if message["role"] == "tool":
            chat.append(
                {"role": "user", "content": f"(the tool answered: {told_of({'result': message['content'][:600]})})"}
            )
        elif message["content"]:
            chat.append({"role": message["role"], "content": message["content"]})
    return chat


def _form(tools: Sequence[ModelTool]) -> dict[str, Any]:
    forms = [
        {
            "type": "object",
            "properties": {"tool": {"const": tool.name}, "arguments": dict(tool.parameters)},
            "required": ["tool", "arguments"],
        }
        for tool in tools
    ]
    saying = {"type": "object", "properties": {"say": {"type": "string", "maxLength": 200}}, "required": ["say"]}
    return {"anyOf": [saying, *forms]}
