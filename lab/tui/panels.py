"""What stands on the call screen: each widget draws the scene it is handed, and keeps nothing of its own."""

from collections.abc import Callable, Iterable

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Static

from lab.tui import draw
from lab.tui.actions import Action, spell_key
from lab.tui.scene import Scene


class Header(Static):
    """Agent, clinic, plan and clock in one line, and how the call stands."""

    scene = Scene()

    def draw(self, scene: Scene) -> None:
        self.scene = scene
        self.refresh()

    def render(self) -> Content:
        return draw.header(self.scene, self.size.width)


class Strip(Static):
    """The whole right side in two lines, where there is no room for it."""

    scene = Scene()

    def draw(self, scene: Scene) -> None:
        self.scene = scene
        self.refresh()

    def render(self) -> Content:
        return draw.strip(self.scene, self.size.width - 2)


class KeyBar(Widget):
    """The keys worth knowing first, as many as fit; a click does the same."""

    def __init__(self, actions: Iterable[Action]) -> None:
        super().__init__()
        self.auto_links = False  # a link's look would hide which part is the key
        self.actions = [action for action in actions if action.bar]

    def render(self) -> Content:
        room = self.size.width - 2
        shown = [self._key(spell_key(action.key), action.bar, action.run) for action in self.actions]
        shown.append(self._key("^p", "everything else", "app.command_palette"))
        while len(shown) > 1 and sum(item.cell_length + 2 for item in shown) - 2 > room:
            shown.pop(-2)
        return Content(" ") + draw.joined(shown, "  ")

    @staticmethod
    def _key(key: str, word: str, action: str) -> Content:
        click = Style.from_meta({"@click": action if "." in action else f"screen.{action}"})
        return Content.assemble((key, draw.ACCENT), f" {word}").stylize(click)


class Panel(VerticalScroll, can_focus=False):
    """A titled part of the right side."""

    def __init__(self, name: str, title: str, key: str) -> None:
        super().__init__(id=name, classes="panel")
        self.border_title, self.border_subtitle = title, key


class Facts(Panel):
    """A panel drawn anew from each scene; what comes after the first text shows where there is room for more."""

    def __init__(self, name: str, title: str, key: str, *texts: Callable[[Scene], Content]) -> None:
        super().__init__(name, title, key)
        self._texts, self._shown = texts, [Content("")] * len(texts)

    def compose(self) -> ComposeResult:
        for number, _ in enumerate(self._texts):
            yield Static(markup=False, classes="more" if number else "")

    def draw(self, scene: Scene) -> None:
        texts = [text(scene) for text in self._texts]
        for static, text, shown in zip(self.query(Static), texts, self._shown, strict=True):
            if not text.is_same(shown):  # a drawn text costs a new layout
                static.update(text)
        self._shown = texts
