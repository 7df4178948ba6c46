import importlib.util
import os

import pytest
from hypothesis import settings
from support import build_extension

# Children must find the installed package, not the one in the folder they start in.
os.environ["PYTHONSAFEPATH"] = "1"

settings.register_profile("bazar", deadline=None)
settings.load_profile("bazar")


def load(name, folder):
    """Import an extension module from where it was built."""
    (path,) = [p for p in folder.glob(f"{name}*") if p.suffix in (".so", ".pyd")]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def sweep(tmp_path_factory):
    """The extension that goes through all hands, built against the installed package."""
    return load("sweep", build_extension("sweep", tmp_path_factory.mktemp("sweep")))
