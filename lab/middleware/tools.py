"""The desk's tools as a model sees them: what a person can check, and nothing that only code can carry."""

from lab.toolset import Parameter, Tool

_REFERENCE = Parameter("reference", "word")
_VISIT = Parameter("visit", "word")

TOOLS = (
    Tool(
        "find_patient",
        "read",
        (Parameter("name", "text"), Parameter("date_of_birth", "day"), Parameter("phone", "text", required=False)),
        "result",
    ),
    Tool("note_status", "read", (Parameter("patient_status", "word", words=("new", "established")),), "result"),
    Tool(
        "find_openings",
        "read",
        (
            Parameter("reason", "word"),
            Parameter("office", "text", required=False),
            Parameter("first_day", "day", required=False),
            Parameter("doctor", "text", required=False),
        ),
        "calendar",
    ),
    Tool("list_visits", "read", (), "result"),
    Tool("book", "irreversible", (_REFERENCE,), "result"),
    Tool("reschedule", "irreversible", (_VISIT, _REFERENCE), "result"),
    Tool("cancel", "irreversible", (_VISIT,), "result"),
)

BY_NAME = {tool.name: tool for tool in TOOLS}
