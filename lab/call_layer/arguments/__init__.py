"""Argument by argument: does it fit, whom or what does it mean, does it agree, and where did it come from?"""
