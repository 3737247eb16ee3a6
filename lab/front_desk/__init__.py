"""The front desk's seat: whoever sits in it says things and asks for tools, and a call layer stands in between."""
