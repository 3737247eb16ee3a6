"""The prompt: whole signs, whole pastes, and the lines said before."""

from typing import ClassVar

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from lab.tui.prompt import Prompt
from lab.tui.signs import graphemes, typed
from tests.tui.phone import run

NURSE = "👩‍⚕️"
FLAG = "🇪🇸"


class Desk(App[None]):
    """Nothing but a prompt."""

    said: ClassVar[list[str]] = []

    def compose(self) -> ComposeResult:
        yield Prompt(blink=False)

    def on_mount(self) -> None:
        self.said.clear()

    def on_prompt_said(self, message: Prompt.Said) -> None:
        self.said.append(message.line)


def prompt(pilot: Pilot[None]) -> Prompt:
    """The prompt under test."""
    return pilot.app.query_one(Prompt)


@pytest.mark.parametrize(
    ("pasted", "line"),
    [
        ("yes\nno wait\nmake it three", "yes no wait make it three"),
        ("yes\r\n\r\nbut at three\r\n", "yes but at three"),
        ("one line\n", "one line"),
        ("a\tb\x1b[31mc\x00", "a b␛[31mc␀"),
        ("\n\n", ""),
        ("[/] [bold [@click=app.quit]x[/]", "[/] [bold [@click=app.quit]x[/]"),
    ],
)
def test_a_paste_is_one_line_with_all_of_its_text(pasted: str, line: str) -> None:
    """Line breaks become spaces and what steers a terminal a picture; nothing else is lost."""
    assert typed(pasted) == line


def test_a_paste_is_one_turn() -> None:
    """Pasted over a selection too, it is said as a whole, and never as a lone yes."""

    async def test() -> None:
        async with Desk().run_test() as pilot:
            prompt(pilot).value = "old"
            prompt(pilot).select_all()
            prompt(pilot).post_message(events.Paste("yes\nno wait\nmake it three"))
            await pilot.press("enter")
            assert Desk.said == ["yes no wait make it three"]

    run(test())


def test_nothing_is_said_twice_or_blank() -> None:
    """A blank line is not said; while the agent has the word the line stays; earlier lines come back with Up."""

    async def test() -> None:
        async with Desk().run_test() as pilot:
            line = prompt(pilot)
            line.value = "   "
            await pilot.press("enter")
            line.value = "hello"
            line.busy = True
            await pilot.press("enter")
            assert (Desk.said, line.value) == ([], "hello")
            line.busy = False
            await pilot.press("enter")
            line.clear()
            await pilot.press("up", "up")
            assert (Desk.said, line.value) == (["hello"], "hello")
            await pilot.press("down")
            assert line.value == ""

    run(test())


@pytest.mark.parametrize("width", [80, 6])
def test_a_sign_is_moved_over_and_removed_whole(width: int) -> None:
    """Whatever the width: three to the left and Backspace takes one sign a person sees, never a part of one."""

    async def test() -> None:
        async with Desk().run_test(size=(width, 3)) as pilot:
            line = prompt(pilot)
            line.value = f"王小明 {NURSE} {FLAG}e\u0301"
            line.cursor_position = len(line.value)
            await pilot.press("left", "left", "left", "backspace")
            assert line.value == f"王小明  {FLAG}e\u0301"
            await pilot.press("right", "delete")
            assert line.value == "王小明  e\u0301"
            await pilot.press("end", "backspace", "backspace", "backspace", "backspace")
            assert line.value == "王小"
            assert line.cursor_position == 2

    run(test())


def test_the_cursor_covers_a_whole_sign_at_its_cell() -> None:
    """The cursor's style lies on all of the sign, so no terminal sees half an emoji."""

    async def test() -> None:
        async with Desk().run_test(size=(40, 3)) as pilot:
            line = prompt(pilot)
            line.value = f"王 {NURSE} x"
            line.cursor_position = 2
            await pilot.pause()
            cursor = line.get_component_rich_style("input--cursor")
            lit = [part.text for part in line.render_line(0) if part.style and part.style.bgcolor == cursor.bgcolor]
            assert lit == [NURSE]
            assert line._cursor_offset == 3

    run(test())


def test_signs_are_what_a_person_sees() -> None:
    """Marks, joined emoji and flags are one sign each, and the spans leave no gap."""
    text = f"e\u0301{NURSE}{FLAG}{FLAG}🇪x\u202e"
    spans = graphemes(text)
    assert [text[start:end] for start, end in spans][:5] == ["e\u0301", NURSE, FLAG, FLAG, "🇪"]
    assert "".join(text[start:end] for start, end in spans) == text
