"""The site with some of its claims, and a browser to look at it."""

import functools
import http.server
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
#: Claims of every paper and of every verdict, and those of which the guides speak.
SOME = (
    "staircase.thm3,staircase.thm4.*,staircase.thm6.*,staircase.appC.279,additive.cor?,"
    "additive.tables,additive.sec5.*,poster.*,trunclap.def3,trunclap.props"
)
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def pytest_collection_modifyitems(items):
    """What needs a site that is built is a sweep; `make site` builds one, and its links hold."""
    for item in items:
        if "site" in item.fixturenames and HERE in item.path.parents:
            item.add_marker(pytest.mark.sweep)


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder of the site: the one that DPPROOFS_SITE names, or one with some of the claims."""
    if given := os.environ.get("DPPROOFS_SITE"):
        return Path(given).resolve()
    pytest.importorskip("sphinx", reason="the site needs Sphinx: pip install 'dpproofs[site]'")
    for name in ("myst_parser", "furo", "sphinx_copybutton", "sphinx_design"):
        pytest.importorskip(name, reason=f"the site needs {name}: pip install 'dpproofs[site]'")
    out = tmp_path_factory.mktemp("site")
    command = [
        sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html",
        "-c", "tools/website", "-D", f"site_claims={SOME}", "-d", str(out / ".tree"),
        "docs", str(out / "html"),
    ]  # fmt: skip
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return out / "html"


@pytest.fixture(scope="session")
def server(site):
    """The address of a server of the site on this machine."""
    handler = functools.partial(Quiet, directory=site)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as found:
        threading.Thread(target=found.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{found.server_port}"
        found.shutdown()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server that says nothing."""

    def log_message(self, *_):
        """Say nothing."""


LIMIT = 600_000  # milliseconds for what a browser does, as the machine may be busy


@pytest.fixture(scope="session")
def browser():
    """A headless browser of this system."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="needs Playwright: pip install 'dpproofs[test]'"
    )
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip("no browser is installed; on Debian: apt-get install chromium")
    with playwright.sync_playwright() as running:
        found = running.chromium.launch(executable_path=path, args=["--no-sandbox"])
        new_context = found.new_context

        def patient(**options):
            context = new_context(**options)
            context.set_default_timeout(LIMIT)
            return context

        found.new_context = patient
        yield found
        found.close()


class Visit:
    """A page in the browser, with what it complained of and what it asked for."""

    def __init__(self, page):
        self.page, self.wrong, self.asked = page, [], []
        page.on("console", lambda m: m.type in ("error", "warning") and self.wrong.append(m.text))
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("requestfailed", lambda request: self.wrong.append(f"failed: {request.url}"))
        page.on("request", lambda request: self.asked.append(request.url))

    def to(self, address):
        """Go there; what the page before was still asking for is no complaint of this one."""
        self.page.goto("about:blank")
        self.wrong.clear()
        self.asked.clear()
        self.page.goto(address)
        return self.page


@pytest.fixture(scope="session")
def phone(browser):
    """A visit with the screen of a small phone."""
    with browser.new_context(viewport={"width": 360, "height": 740}) as context:
        yield Visit(context.new_page())


@pytest.fixture
def desk(browser):
    """A visit with the screen of a desk."""
    with browser.new_context(viewport={"width": 1200, "height": 900}) as context:
        yield Visit(context.new_page())
