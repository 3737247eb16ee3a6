# `make call`, `make grade`, `make test`: each sets up .venv by itself, once.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
LAB := $(BIN)/lab

.PHONY: help call chat grade course test test-all test-long check wheel clean

help: ## what there is
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

call: $(READY) ## talk to the agent in the app
	@$(LAB) call

chat: $(READY) ## talk to the agent on a plain line
	@$(LAB) chat

grade: $(READY) ## play the nine scenarios against agent.py
	@$(LAB) grade agent.py

course: $(READY) ## make a folder for the course: pages, and the files that you will write
	@$(LAB) init course

test: $(READY) ## the quick tests
	@$(BIN)/python -m pytest -n auto --dist worksteal -m "not long"

test-all: test test-long ## the long ones too

test-long: $(READY) ## hostile files, mutants, fuzzing, browsers
	@$(BIN)/python -m pytest -n auto --dist worksteal -m long

check: $(READY) ## style, types, and the arrows between the rooms
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

wheel: $(READY) ## build the wheel
	@$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .

clean: ## forget the environment and everything built
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Readback needs Python 3.11 or later: make PYTHON=python3.11 ..."; exit 1; }
	@echo "setting up .venv (once) ..."
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@
