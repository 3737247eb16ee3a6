"""What needs no quote: saying what is wanted, leaving word for the staff, and passing the call on."""

from lab.call_layer.arguments.steps import Taken
from lab.call_layer.session import Session, Told


def choose_task(session: Session, call: Taken) -> Told:
    session.end_quote()
    session.task = call.arguments["task"]
    session.taken = 0
    if session.written:
        session.task_since = session.turn
    return Told({"code": "noted", "text": "Noted."}, "choose_task")


def leave_message(session: Session, call: Taken) -> Told:
    """A task for the staff; it goes out with the call's log."""
    who = session.patient.name if session.patient else session.caller.name if session.caller else "the caller"
    session.tasks.append(f"Message from {who}: {call.arguments['text']}")
    session.flags.add("human_review")
    session.claimable.add("sent")
    told = {"code": "noted", "text": "The staff will get it."}
    return Told(told, "leave_message", spoken=session.speech.line("message"))


def transfer(session: Session, call: Taken) -> Told:
    """Ends the model's part."""
    emergency = call.arguments.get("emergency") is True
    session.end_quote()
    session.claimable.add("transferred")
    session.flags.add("emergency" if emergency else "human_review")
    line = "emergency" if emergency else "transfer"
    told = {"code": "transferred", "text": "A person takes over."}
    return Told(told, "transfer", spoken=session.speech.line(line), whole=True)
