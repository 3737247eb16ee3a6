"""The page about the call layer says what the code does."""

from pathlib import Path

from lab.call_layer.configuration import SWITCHES
from lab.call_layer.tools import TOOLS

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "CALL_LAYER.md").read_text("utf-8")


def test_every_switch_is_in_its_table() -> None:
    """Each with what it is for, in the order of the code."""
    rows = [f"| `{name}` | {about} |" for name, about in SWITCHES.items()]
    assert "\n".join(rows) in PAGE


def test_every_tool_is_in_its_table() -> None:
    """Each with what the model writes, and what code fills in."""
    for tool in TOOLS:
        required = tool.parameters["required"]
        own = ", ".join(key if key in required else f"{key}?" for key in tool.parameters["properties"])
        assert f"| `{tool.name}` | {own or '–'} | {', '.join(tool.filled) or '–'} |" in PAGE
