"""A folder for runs of pytest of their own."""

import pytest
from testing_folder import Folder


@pytest.fixture
def folder(tmp_path):
    """A folder whose tests see this package."""
    return Folder(tmp_path)
