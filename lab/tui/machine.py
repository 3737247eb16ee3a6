"""The agent's real machine beside the call: searched in a thread while the panel is open, lit as the call goes on."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from fake_api.data_error import DataError
from lab.call.place import Arrangement, NoSuchAgent, which_agent
from lab.call.program import AgentFault
from lab.explore.alphabet import SHIPPED, load_alphabet
from lab.explore.diagram import Way, ways
from lab.explore.driver import Driver, NotRepeatable
from lab.explore.machine import arrows_of, machine_of
from lab.explore.search import Bounds, Search, explore
from lab.terminal import explain
from lab.tui import draw
from lab.tui.panels import Panel
from lab.tui.scene import Scene

MOST = Bounds(limit=20_000)
STEP = 25
"""States between two reports of a search."""


@dataclass
class Searching(Message):
    """A search goes on: states found, those still to go on from, and lines deep."""

    source: bytes
    states: int
    waiting: int
    depth: int

    def can_replace(self, message: Message) -> bool:
        return isinstance(message, Searching)


@dataclass
class Searched(Message):
    """A search is over; `problem` says why there is nothing to see, or what was found. `whole` if that was all."""

    source: bytes
    ways: list[Way]
    problem: str = ""
    whole: bool = False


Known = dict[bytes, Searched]
"""What was searched to the end in this sitting, by the agent's text."""


class MachinePanel(Panel):
    """Every state of the agent, and the ways between them."""

    def __init__(self, key: str) -> None:
        super().__init__("machine", "Machine", key)
        self._known: Known = {}
        self._source: bytes | None = None
        self._stop = Event()
        self._ways: list[Way] = []
        self._note = Content("")
        self._scene = Scene()

    def compose(self) -> ComposeResult:
        yield Static(markup=False)

    def on_unmount(self) -> None:
        self._stop.set()

    def on_resize(self) -> None:
        self._show()

    def search(self, arrangement: Arrangement, known: Known) -> None:
        """Search this agent, unless it is known as it is."""
        self._known = known
        if arrangement.toolset != "clinic":
            self._tell("Only an agent of the clinic's can be searched.", draw.MUTED)
            return
        try:
            path = which_agent(arrangement.agent)
            source = b"" if arrangement.command else path.read_bytes()
        except (NoSuchAgent, OSError) as error:
            self._tell(str(explain(error)), draw.ALARM)
            return
        if arrangement.command:
            self._tell("Only an agent in a Python file can be searched.", draw.MUTED)
        elif source in known:
            self._source = source
            self.on_searched(known[source])
        elif source != self._source or self._stop.is_set():
            self.stop()
            self._source, self._ways, self._stop = source, [], Event()
            self._tell("searching every dialogue…", draw.MUTED)
            stop = self._stop
            self.run_worker(lambda: self._search(path, source, stop), thread=True)

    def stop(self) -> None:
        """Search no further; what is known stays."""
        self._stop.set()

    def draw(self, scene: Scene) -> None:
        self._scene = scene
        self._show()

    def on_searching(self, message: Searching) -> None:
        if message.source == self._source and not self._stop.is_set():
            found = f"searching: {message.states:,} states, {message.waiting:,} waiting, {message.depth} lines deep"
            self._tell(f"{found}. Esc stops.", draw.MUTED)

    def on_searched(self, message: Searched) -> None:
        if message.source != self._source:
            return
        self._ways = message.ways
        if message.whole:
            self._known[message.source] = message
        self._tell(message.problem, draw.ALARM)

    # In a thread

    def _search(self, path: Path, source: bytes, stop: Event) -> None:
        try:
            with Driver(path, load_alphabet(SHIPPED)) as driver:
                search = explore(driver, MOST, self._watch(source, stop))
        except (AgentFault, DataError, NoSuchAgent, OSError) as error:
            self.post_message(Searched(source, [], str(explain(error))))
        except NotRepeatable:
            why = "it does not do the same twice when it hears the same, so its machine can't be drawn"
            self.post_message(Searched(source, [], f"{path.name}: {why}"))
        else:
            told = [f"not all of it: stopped by {search.stopped_by}"] if search.stopped_by else []
            told += [f"found {each.kind}: {each.text}" for each in search.findings.values()]
            self.post_message(Searched(source, ways(machine_of(search)), "\n".join(told), not search.stopped_by))

    def _watch(self, source: bytes, stop: Event) -> Callable[[Search], None]:
        def watch(search: Search) -> None:
            if stop.is_set():
                raise KeyboardInterrupt  # as Ctrl-C would: the search ends with what is known
            if len(search.turns) % STEP == 0:
                self.post_message(Searching(source, len(search.points), search.waiting, search.depth))

        return watch

    # What is shown

    def _tell(self, note: str, style: str = "") -> None:
        self._note = draw.styled(note, style)
        self._show()

    def _show(self) -> None:
        if not self.display:
            return
        view = self._scene.view
        came = next(reversed(list(arrows_of(view.events))), None)
        lines, place = draw.machine(self._ways, view.state, came, self.scrollable_content_region.width)
        self.border_title = draw.styled(f"Machine · {came}" if came else "Machine")
        top = [self._note] if self._note.plain else []
        self.query_one(Static).update(draw.joined([*top, *lines]))
        self.call_after_refresh(self.scroll_to, y=place + len(top), animate=False)
