#!/usr/bin/env bash
# Run once by Gradescope while it builds the image: a Python of its own for the grader.
set -euo pipefail
root="${AUTOGRADER_ROOT:-/autograder}"

recent() { command -v "$1" >/dev/null && "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; }

apt-get update
for python in python3 python3.13 python3.12 python3.11; do
    if recent "$python"; then break; fi
done
if ! recent "$python"; then
    apt-get install -y python3.11 python3.11-venv
    python=python3.11
else
    apt-get install -y "$(basename "$(readlink -f "$(command -v "$python")")")-venv" || true
fi
"$python" -m venv "$root/venv"
"$root/venv/bin/python" -m pip install -r "$root/source/requirements.txt"
