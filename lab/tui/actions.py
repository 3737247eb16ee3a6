"""All that a person can do, in one table a screen: keys, bar, palette and help are made from it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from textual.app import SystemCommand
from textual.binding import Binding

from lab.course.words import Words


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do: how Textual runs it, its key, how the palette names it, and a sentence of help.

    `bar` is its word in the bar at the bottom; without one it stands in the palette and in the help only.
    """

    id: str
    run: str
    space: str
    label: str
    help: str
    key: str = ""
    bar: str = ""

    @property
    def title(self) -> str:
        """As the palette shows it: `break: the next booking times out`."""
        return f"{self.space}: {self.label}"


_SPELT = {"question_mark": "?", "escape": "Esc", "left": "←", "right": "→", "pageup": "PgUp", "pagedown": "PgDn"}


def spell_key(key: str) -> str:
    """A key as a person reads it: `F1`, `^r`, `Enter`."""
    key = key.partition(",")[0]
    if key in _SPELT:
        return _SPELT[key]
    if key.startswith("ctrl+"):
        return f"^{key.removeprefix('ctrl+')}"
    return key.replace("+", " ").title() if len(key) > 1 else key


def bindings(actions: Iterable[Action]) -> list[Any]:
    """The keys of a screen; each has an id, so that a person can move it, and a tooltip."""
    return [
        Binding(
            action.key,
            action.run,
            action.label,
            show=bool(action.bar),
            key_display=spell_key(action.key),
            tooltip=action.help,
            id=f"{action.space}.{action.id}",
        )
        for action in actions
        if action.key
    ]


def in_words(actions: Iterable[Action], words: Words) -> list[Action]:
    """The same, their words in the bar being the course's own where it has them."""
    return [replace(action, bar=words(f"key_{action.id}")) if action.bar else action for action in actions]


def commands(actions: Iterable[Action], run: Callable[[str], Any]) -> Iterable[SystemCommand]:
    """The entries of the palette; `run` gets the action's own words for Textual."""
    for action in actions:
        key = f"  {spell_key(action.key)}" if action.key else ""
        yield SystemCommand(action.title, action.help + key, lambda action=action: run(action.run))


APP = (
    Action("help", "app.help", "view", "help", "What can be done here, and every key.", "f1", "help"),
    Action("theme", "app.toggle_light", "view", "light or dark", "Changes between dark and light paper."),
    Action("back", "app.leave_screen", "view", "back", "Hangs up, and back to where you came from.", "f9", "back"),
    Action("quit", "app.quit", "call", "quit", "Hangs up and leaves.", "ctrl+q"),
)
"""What can be done on every screen."""

REPLAY = (
    Action("next", "step(1)", "replay", "the next turn", "Plays the scenario's next line.", "right,space,n", "next"),
    Action("back", "step(-1)", "replay", "a turn back", "Takes the last turn away.", "left,p", "back"),
    Action("difference", "difference", "replay", "to the difference", "Goes where they part.", "d", "difference"),
    Action("hint", "hint", "replay", "a hint", "Says where to look.", "question_mark", "hint"),
    Action(
        "take-over", "take_over", "replay", "take over the call", "Says the lines so far in a call.", "t", "take over"
    ),
    Action("rerun", "rerun", "replay", "play it anew", "Loads the agent from disk and plays it again.", "f5", "reload"),
    Action("other", "app.pick_scenario", "replay", "another scenario", "Chooses another one.", "f4"),
    Action("leave", "leave", "replay", "close", "Back to where you came from.", "escape,f9", "close"),
)
"""What can be done with a scenario."""

COURSE = (
    Action("read", "read", "course", "read the page", "Gives its page the arrow keys; Esc goes back."),
    Action("check", "check", "course", "check the exercise", "Plays it now; each save does the same.", "c", "check"),
    Action("hint", "hint", "course", "a hint", "The next hint; each says a little more.", "h", "hint"),
    Action("watch", "watch", "course", "watch", "The verdict beside the page, while you write.", "w", "watch"),
    Action("record", "replay", "course", "replay the failing call", "Expected beside real, by turns.", "r", "replay"),
    Action("open", "open_call", "course", "open the call here", "Calls, up to the failing turn.", "o", "open the call"),
    Action("machine", "machine", "course", "your agent's machine", "Calls your agent, its machine beside.", "m"),
    Action("further", "choose(1)", "course", "the next exercise", "Shows the page after this one.", "right,n"),
    Action("before", "choose(-1)", "course", "the exercise before", "Shows the page before this one.", "left,p"),
    Action("page-up", "turn_page(-1)", "course", "a page up", "Scrolls what is read.", "pageup"),
    Action("page-down", "turn_page(1)", "course", "a page down", "Scrolls what is read.", "pagedown,space"),
    Action("back", "back", "course", "back", "Back to the list; from there home.", "escape,f9", "back"),
)
"""What can be done in the course."""

CLASS = (Action("back", "app.leave_screen", "class", "back", "Stops grading; home.", "escape,f9", "back"),)
"""What can be done with a class; its rows are chosen like any list's."""

CALL = (
    Action("break", "break_next", "break", "choose what fails next", "Lets the next tool call fail.", "f2", "break"),
    Action("plan", "pick_plan", "call", "choose a failure plan", "Calls again under another plan.", "f3", "plan"),
    Action("replay", "app.pick_scenario", "call", "replay a scenario", "Plays one, step by step.", "f4", "replay"),
    Action("reload", "reload", "call", "reload the agent", "Calls it anew, with the same lines.", "f5", "reload"),
    Action("again", "call_again", "call", "hang up and call again", "Hangs up and calls anew.", "f6", "again"),
    Action("hang-up", "hang_up", "call", "hang up", "Ends the call; what comes later is dropped.", "f7"),
    Action("save", "save_record", "call", "save the record", "Writes the call down in this folder.", "ctrl+s"),
    Action("state", "open_panel('state')", "view", "the state", "Where the agent is, and the way there.", "ctrl+t"),
    Action("heard", "open_panel('heard')", "view", "why it heard that", "Which words gave what.", "ctrl+y"),
    Action("record", "open_panel('record')", "view", "the record", "Everything that happened, in order.", "ctrl+r"),
    Action("failures", "open_panel('failures')", "view", "the failure plan", "What fails, what has.", "ctrl+f"),
    Action("machine", "open_panel('machine')", "view", "the machine", "All its states and ways.", "f8", "machine"),
    Action("printed", "open_panel('printed')", "view", "what the agent printed", "Its own prints.", "ctrl+o"),
    Action("line", "open_panel('')", "view", "the phone line", "Closes what lies over the transcript.", "escape"),
    Action("up", "scroll_page(-1)", "view", "a page up", "Scrolls what is open: transcript or panel.", "pageup"),
    Action("down", "scroll_page(1)", "view", "a page down", "Scrolls what is open: transcript or panel.", "pagedown"),
)
"""What can be done during a call; what may be broken is listed in `breaks`."""
