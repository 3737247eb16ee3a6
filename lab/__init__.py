"""Readback: the bench for agents that act on a phone line."""
