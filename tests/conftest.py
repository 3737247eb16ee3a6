"""What holds for every test: the same examples each time, and no test that fails because a machine is slow."""

from hypothesis import settings

settings.register_profile("readback", deadline=None, derandomize=True)
settings.load_profile("readback")
