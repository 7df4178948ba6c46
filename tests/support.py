"""What several test files need."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

DATA = Path(__file__).parent / "data"
EXTENSIONS = Path(__file__).parent / "extensions"


def rows(name):
    with open(DATA / name, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def run(*arguments, **options):
    """Run a program and return it finished, output captured as text."""
    return subprocess.run(arguments, capture_output=True, text=True, encoding="utf-8", check=False, **options)


def python(code, *options, **more):
    return run(sys.executable, *options, "-c", code, **more)


def build_extension(name, folder, *options):
    """Build an extension of the tests in a folder, with Cython's own command and default flags."""
    source = shutil.copy(EXTENSIONS / f"{name}.pyx", folder)
    built = run(sys.executable, "-m", "Cython.Build.Cythonize", "-i", *options, source, cwd=folder)
    assert built.returncode == 0, built.stdout + built.stderr
    return folder
