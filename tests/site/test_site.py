import json
import os
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import release
from kept_results import kept
from website.claims import rule_anchor
from website.moved import DENSITIES, MECHANISMS

import dpproofs as dp
from dpproofs.kernel.certificate import digest
from dpproofs.stored import stored
from dpproofs.theorems.registry import find

ROOT = Path(__file__).resolve().parent.parent.parent
CERTIFICATES = ROOT / "derivations" / "certificates"
KB = 1000

pytestmark = pytest.mark.no_cover  # Sphinx builds the site in a process of its own


class Links(HTMLParser):
    """Collects ids and what a page refers to."""

    def __init__(self):
        super().__init__()
        self.ids, self.links, self.loaded = [], [], []

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        if "id" in found:
            self.ids.append(found["id"])
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        elif tag in ("script", "img", "link", "iframe", "source"):
            self.loaded += filter(None, (found.get("src"), found.get("href")))


@pytest.fixture(scope="session")
def pages(site):
    """Every page with its ids and links."""
    found = {}
    for path in sorted(site.rglob("*.html")):
        parser = Links()
        parser.feed(path.read_text("utf-8"))
        found[path] = parser
    return found


def test_every_link_resolves(site, pages):
    whole = len(list((site / "claims").glob("*.html"))) > len(list(CERTIFICATES.glob("*.json")))
    missing = []
    for path, parser in pages.items():
        for link in parser.links + parser.loaded:
            parts = urlsplit(link)
            if parts.scheme:
                assert parts.scheme in ("https", "http", "data"), link
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.is_file():
                left_out = target.parent.name in ("claims", "certificates", "latex") and not whole
                known = (CERTIFICATES / f"{target.stem}.json").is_file()
                missing += [] if left_out and known else [(path.name, link)]
            elif parts.fragment and target in pages:
                there = unquote(parts.fragment) in pages[target].ids
                missing += [] if there else [(path.name, link)]
    assert missing == []


def test_nothing_is_loaded_from_elsewhere(pages):
    loaded = [link for parser in pages.values() for link in parser.loaded]
    assert loaded
    assert not [link for link in loaded if re.match(r"(https?:)?//", link)]


def test_ids_are_unique_on_each_page(pages):
    for path, parser in pages.items():
        assert len(parser.ids) == len(set(parser.ids)), path.name


def test_pages_are_small(site, pages):
    assert (site / "index.html").stat().st_size < 300 * KB
    for path in pages:
        assert path.stat().st_size < 500 * KB, path.name


def test_a_claim_has_its_verdict_in_words_and_leads_to_its_evidence(site):
    text = (site / "claims" / "staircase.thm6.gamma.html").read_text("utf-8")
    assert ">holds</strong> <span>the statement is established as printed.</span>" in text
    assert ">proved</strong>" in text
    assert 'href="../certificates/staircase.thm6.gamma.json"' in text
    assert "https://arxiv.org/abs/1212.1186" in text
    assert 'href="../coq/staircase.thm6.gamma.v"' in text
    proof = (site / "coq" / "staircase.thm6.gamma.v").read_text("utf-8")
    assert "Theorem staircase_thm6_gamma_proved : staircase_thm6_gamma." in proof
    assert text.count('<details class="altered">') == text.count("refused in the place of step") > 1
    document = json.loads((site / "certificates" / "staircase.thm6.gamma.json").read_text("utf-8"))
    assert dp.replay(document).accepted


def test_a_claim_about_one_kind_of_noise_has_a_panel_for_it(site):
    text = (site / "claims" / "staircase.thm4.cost.html").read_text("utf-8")
    assert '<details class="moved"><summary>Move ε, Δ and γ' in text
    assert 'value="Staircase" checked="checked"' in text
    assert 'value="Uniform with atom"/>' in text
    assert "data-profiles" not in text
    assert "data-densities" not in (site / "claims" / "additive.tables.html").read_text("utf-8")


def test_a_certificate_of_something_else_is_not_believed(tmp_path):
    claim = find("additive.lem2")
    known = stored([claim.id])[0][0]
    document = json.loads((CERTIFICATES / "additive.lem2.json").read_text("utf-8"))
    path = tmp_path / "certificate.json"

    def believed(changed, found=known):
        path.write_text(json.dumps(changed), "utf-8")
        return kept(claim, found, path)

    assert believed(document).decision.value == "holds"
    assert believed(document, None) is None
    assert kept(claim, known, tmp_path / "missing.json") is None
    assert believed(document | {"steps": document["steps"][1:]}) is None
    assert believed(document | {"verdict": "corrected"}) is None
    other = json.loads((CERTIFICATES / "additive.lem1.json").read_text("utf-8"))
    assert believed(other) is None
    for change in ({"trusts": ["everything"]}, {"statement": other["statement"]}):
        forged = document | change
        assert believed(forged | {"digest": digest(forged)}) is None


def test_rules_have_the_anchors_that_claims_use(pages, site):
    ids = set(pages[site / "rules.html"].ids)
    text = (ROOT / "docs" / "rules.md").read_text("utf-8")
    names = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert names
    assert not [name for name in names if rule_anchor(name) not in ids]


KINDS = (
    "index", "claims/index", "claims/staircase.thm6.gamma", "claims/additive.sec5.gain", "errata",
    "errata/additive.sec5.gain", "which-noise",
    "papers/staircase", "field/index", "field/diffprivlib-geometric", "explore/profiles",
    "explore/densities", "explore/index", "search", "api", "api/noise", "glossary",
    "rules", "tutorials/best-noise", "genindex", "architecture", "api/testing",
)  # fmt: skip


# -- in a browser ---------------------------------------------------------------------------------


CHARTS = ("explore/profiles.html", "explore/densities.html")  # elsewhere a panel is opened first


@pytest.mark.parametrize("place", ["disk", "server"])
def test_no_page_complains_asks_elsewhere_or_overflows_on_a_phone(
    site, pages, server, phone, place
):
    root = site.as_uri() if place == "disk" else server
    start = f"{unquote(urlsplit(root).path)}/"
    every = [path.relative_to(site).as_posix() for path in pages]
    some = [f"{kind}.html" for kind in KINDS]  # a server is asked for all of a whole site only
    wrong = []
    fields = "article :is(input, select, textarea, button:not(.copybtn))"
    beyond = "all => all.some(one => one.getBoundingClientRect().right > innerWidth)"
    for name in every if place == "disk" or "DPPROOFS_SITE" in os.environ else some:
        page = phone.to(f"{root}/{name}")
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        page.add_style_tag(content="pre, code { display: none }")  # LaTeX there is meant
        raw = page.evaluate(r"/\\([a-z]+\{|\()/.test(document.body.innerText)")
        wrong += [(name, problem) for problem in phone.wrong]
        wrong += [(name, url) for url in phone.asked if not url.startswith((root, "data:"))]
        if wide > 0:
            wrong.append((name, f"{wide} px too wide"))
        if page.locator(fields).evaluate_all(beyond):
            wrong.append((name, "a field that ends out of sight"))
        if raw and not name.startswith("field/"):
            wrong.append((name, "a formula that is not rendered"))
        files = {unquote(urlsplit(url).path) for url in phone.asked if not url.startswith("data:")}
        charts = {file for file in files if file.endswith("plotly.min.js")}
        files -= charts
        if charts and name not in CHARTS:
            wrong.append((name, "the library of charts, which is large"))
        held = sum((site / file.removeprefix(start)).stat().st_size for file in files)
        if held >= (300 if name == "index.html" else 700) * KB:
            wrong.append((name, f"{held} bytes with what it loads"))
    assert wrong == []


@pytest.mark.parametrize("place", ["disk", "server"])
def test_the_search_field_of_every_page_leads_to_what_is_found(site, server, desk, place):
    root = site.as_uri() if place == "disk" else server
    page = desk.to(f"{root}/claims/index.html")
    page.fill(".sidebar-search", "Theorem 6")
    page.press(".sidebar-search", "Enter")
    page.wait_for_selector("#search-results .search-summary:not(:empty)")
    found = page.locator("#search-results li > a")
    assert "Theorem 6" in found.first.inner_text()
    assert found.count() > 3
    assert desk.wrong == []
    found.first.click()
    page.wait_for_selector(".place")
    assert "Theorem 6" in page.locator(".place").first.inner_text()


def test_the_table_of_claims_is_filtered(site, desk):
    page = desk.to((site / "claims" / "index.html").as_uri())
    shown = page.locator("#all-claims tbody tr:visible")
    everything = shown.count()
    page.select_option("[name=verdict]", "corrected")
    assert 0 < shown.count() < everything
    assert set(shown.locator(".verdict").all_inner_texts()) == {"corrected"}
    page.fill("[name=words]", "no such words")
    assert shown.count() == 0
    assert page.locator(".filters output").inner_text() == "0 claims"
    desk.to((site / "claims" / "index.html").as_uri() + "?verdict=corrected")
    assert set(shown.locator(".verdict").all_inner_texts()) == {"corrected"}


@pytest.mark.parametrize("name", ["claims", "field"])
@pytest.mark.parametrize("width", [360, 1200])
def test_no_column_of_a_list_is_out_of_sight(site, browser, name, width):
    with browser.new_context(viewport={"width": width, "height": 900}) as context:
        page = context.new_page()
        page.goto((site / name / "index.html").as_uri())
        box = page.locator(".wide").first
        assert box.locator("td").count() > 3
        assert box.evaluate("box => box.scrollWidth - box.clientWidth") == 0


def test_dark_and_light_can_be_chosen_and_are_kept(site, desk):
    page = desk.to((site / "index.html").as_uri())
    colours = [
        "getComputedStyle(document.body).backgroundColor",
        "getComputedStyle(document.querySelector('.verdict')).color",
    ]
    light = [page.evaluate(colour) for colour in colours]
    page.locator(".theme-toggle:visible").click()
    dark = [page.evaluate(colour) for colour in colours]
    assert not set(light) & set(dark)
    page = desk.to((site / "claims" / "index.html").as_uri())
    assert page.evaluate(colours[0]) == dark[0]


def test_other_versions_can_be_chosen_where_there_are_any(site, desk, tmp_path):
    page = desk.to((site / "claims" / "index.html").as_uri())
    menu = page.locator("[name=version]")
    assert not menu.is_visible()
    for version in ("0.9.0", dp.__version__):
        for name in ("index.html", "claims/index.html"):
            (tmp_path / version / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(site / name, tmp_path / version / name)
        shutil.copytree(site / "_static", tmp_path / version / "_static")
        offered = tmp_path / version / "_static" / "versions.js"
        offered.write_text(release.offered(offered.read_text("utf-8"), "0.9.0"), "utf-8")
    page = desk.to((tmp_path / dp.__version__ / "claims" / "index.html").as_uri())
    assert menu.input_value() == dp.__version__
    menu.select_option("0.9.0")
    page.wait_for_url((tmp_path / "0.9.0" / "index.html").as_uri())


def test_the_keyboard_reaches_the_content_first(site, desk):
    page = desk.to((site / "index.html").as_uri())
    page.keyboard.press("Tab")
    assert "skip-to-content" in page.evaluate("document.activeElement.className")
    page.keyboard.press("Enter")
    assert page.url.endswith("#furo-main-content")


def test_a_claim_leads_to_its_neighbours_and_to_all_pages(site, pages):
    place = site / "claims" / "staircase.thm6.gamma.html"
    links = pages[place].links
    assert "staircase.thm6.cost.html" in links
    assert {"../install.html", "../errata.html", "../claims/index.html"} & set(links)
    text = place.read_text("utf-8")
    assert 'class="next-page"' in text
    assert 'class="prev-page"' in text
    assert 'href="#evidence"' in text


def test_code_can_be_copied_without_its_prompts(site, browser):
    with browser.new_context(permissions=["clipboard-read", "clipboard-write"]) as context:
        page = context.new_page()
        page.goto((site / "tutorials" / "best-noise.html").as_uri())
        page.locator(".highlight").first.hover()
        page.locator("button.copybtn").first.click()
        copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("import dpproofs as dp\nstaircase = ")


def test_the_graph_follows_the_keyboard_and_leads_to_claims(site, desk):
    page = desk.to((site / "papers" / "staircase.html").as_uri())
    node = page.locator("[data-node]").first
    name = node.get_attribute("data-node")
    node.focus()
    assert page.locator(".arc.on").count() > 0
    node.click()
    page.wait_for_url(f"**/claims/{name}.html")


CHART = "document.querySelector('[data-chart]')"


def drawn(page):
    """The curves of a chart and its axes, once it is there."""
    page.wait_for_function(f"{CHART}?.data")
    return page.evaluate(f"[{CHART}.data, {CHART}.layout]")


def hovered(page, across=0.45):
    """Where a pointer reads the curves, and what it reads of each."""
    page.wait_for_function(f"{CHART}?.data")
    layer = page.locator(".nsewdrag")
    layer.scroll_into_view_if_needed()
    box = layer.bounding_box()
    layer.hover(position={"x": across * box["width"], "y": box["height"] / 2})
    page.wait_for_selector(".hoverlayer .legend")
    title, *rows = page.locator(".hoverlayer text").all_text_contents()
    return float(title.split("=")[1]), dict(row.split(" : ") for row in rows)


def test_profiles_follow_what_is_chosen(site, desk):
    page = desk.to((site / "explore" / "profiles.html").as_uri())
    curves, layout = drawn(page)
    assert [curve["name"] for curve in curves] == list(MECHANISMS)
    assert layout["xaxis"]["range"] == [0, 2]
    assert layout["yaxis"]["type"] == "log"
    page.select_option("[name=epsilon]", "2")
    changed, layout = drawn(page)
    assert changed[0]["y"] != curves[0]["y"]
    page.uncheck("[value=Gaussian]")
    page.uncheck("[name=log]")
    curves, layout = drawn(page)
    assert "Gaussian" not in [curve["name"] for curve in curves]
    assert layout["yaxis"]["type"] == "linear"
    row = page.locator("[data-values] tbody tr").first.inner_text().split()
    assert row[0] == "Laplace"
    assert float(row[1]) == pytest.approx(float(dp.Laplace(2).privacy_profile(0)), rel=1e-3)
    assert desk.wrong == []


def test_curves_are_read_below_the_pointer_and_nearer(site, desk):
    page = desk.to((site / "explore" / "profiles.html").as_uri())
    noises = {"Laplace": dp.Laplace(1), "Gaussian": dp.Gaussian(1, 0.01)}
    for _ in range(3):
        epsilon, read = hovered(page)
        assert set(read) == set(MECHANISMS)
        for name, noise in noises.items():  # lines between points, told in two digits
            exact = max(1e-12, float(noise.privacy_profile(epsilon)))
            assert float(read[name].removeprefix("≈ ")) == pytest.approx(exact, rel=0.1)
        low, high = drawn(page)[1]["xaxis"]["range"]
        assert low < epsilon < high
        page.click("[data-title='Zoom in']")
        page.wait_for_function(f"{CHART}.layout.xaxis.range[1] < {high}")
    page.click("[data-title='Reset axes']")
    page.wait_for_function(f"{CHART}.layout.xaxis.range[1] == 2")
    assert hovered(page, 0.9)[1]["Laplace"] == "below 1e-12"
    assert desk.wrong == []


def test_a_chart_has_the_colours_of_its_keys_in_light_and_dark(site, desk):
    page = desk.to((site / "explore" / "densities.html").as_uri())
    key = "getComputedStyle(document.querySelector('.key line')).stroke"
    seen = {}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(f"{CHART}?.data?.[0].line.color == {key}")
        seen[scheme] = page.evaluate(key)
    page.evaluate("document.body.dataset.theme = 'light'")  # as the button of the theme does
    page.wait_for_function(f"{CHART}.data[0].line.color == {key} && {key} == '{seen['light']}'")
    assert seen["light"] != seen["dark"]
    line, picture = "document.querySelector('.key')", f"{CHART}.querySelector('.main-svg')"
    assert page.evaluate(f"{line}.getBoundingClientRect().width") < 50
    assert page.evaluate(f"{picture}.getBoundingClientRect().width") > 400
    assert page.evaluate(f"getComputedStyle({picture}).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert desk.wrong == []


def test_a_panel_of_a_claim_loads_its_chart_when_it_is_opened(site, desk):
    page = desk.to((site / "claims" / "additive.cor4.html").as_uri())
    assert not [address for address in desk.asked if "plotly" in address]
    page.click(".moved > summary")
    assert [curve["name"] for curve in drawn(page)[0]] == ["Uniform with atom"]
    assert not page.locator("[name=gamma]").is_visible()
    page.locator("[name=delta]").fill("0.8")
    page.click("text=best α for E|X|")
    noise = dp.UniformWithAtom(0.8, cost=1)
    name, *told = page.locator("[data-values] tbody tr").inner_text().split("\t")
    assert name == "Uniform with atom"
    exact = [noise.alpha, noise.expected_cost(1), noise.expected_cost(2)]
    assert [float(value) for value in told] == pytest.approx(exact, rel=1e-3)
    assert drawn(page)[1]["annotations"][0]["text"] == "mass 0.6 at 0"
    page.check("[value='Truncated Laplace']")
    assert "needs δ below 1/2" in page.locator("[data-values]").inner_text()
    assert desk.wrong == []


def test_pictures_are_there_before_a_script_has_run(site, browser):
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        for name, curves in (("profiles", 5), ("densities", 2)):
            page.goto((site / "explore" / f"{name}.html").as_uri())
            assert page.locator("[data-chart] > svg [id*='-curve-'] > path").count() == curves


def test_densities_are_those_of_the_package(site, desk):
    page = desk.to((site / "explore" / "densities.html").as_uri())
    drawn(page)
    for epsilon, delta, sensitivity, part in (
        (1, 0.1, 1, 0.3),
        (0.2, 0.48, 2, 0),
        (5, 0.02, 0.5, 1),
    ):
        alpha = 0.9 * part * delta
        at = {"epsilon": epsilon, "delta": delta, "sensitivity": sensitivity}
        at |= {"gamma": part, "alpha": alpha}
        noises = {
            "Staircase": dp.Staircase(epsilon, sensitivity, gamma=part),
            "Laplace": dp.Laplace(epsilon, sensitivity),
            "Truncated Laplace": dp.TruncatedLaplace(epsilon, delta, sensitivity),
            "Uniform with atom": dp.UniformWithAtom(delta, sensitivity, alpha=alpha),
        }
        assert tuple(noises) == DENSITIES
        for name, noise in noises.items():
            for x in (0.001, 0.4, -1.3, 7.05):
                told = page.evaluate("([n, x, at]) => NOISE[n].density(x, at)", [name, x, at])
                assert told == pytest.approx(float(noise.pdf(x)), rel=1e-9)
            for p in (1, 2):
                told = page.evaluate("([n, p, at]) => NOISE[n].cost(p, at)", [name, p, at])
                assert told == pytest.approx(float(noise.expected_cost(p)), rel=1e-9)
    for p in (1, 2):
        told = page.evaluate("p => BEST.gamma(p, {epsilon: 1.5})", p)
        assert told == pytest.approx(dp.Staircase(1.5, cost=p).gamma, rel=1e-9)
        for delta in (0.3, 0.9):
            told = page.evaluate("([p, delta]) => BEST.alpha(p, {delta})", [p, delta])
            assert told == pytest.approx(dp.UniformWithAtom(delta, cost=p).alpha, rel=1e-9)
    page.click("text=best γ for E X²")
    assert page.locator("[name=told-gamma]").inner_text() == f"{dp.Staircase(1, cost=2).gamma:.4g}"


AXE = os.environ.get("DPPROOFS_AXE", "")


@pytest.mark.skipif(not AXE, reason="DPPROOFS_AXE does not name axe.min.js: npm install axe-core")
@pytest.mark.timeout(3600)  # for a whole site
@pytest.mark.parametrize("width", [1200, 360])
def test_axe_finds_no_serious_violation_in_light_or_dark(site, pages, browser, width):
    every = [path.relative_to(site).as_posix().removesuffix(".html") for path in pages]
    assert set(KINDS) <= set(every)
    with browser.new_context(viewport={"width": width, "height": 800}) as context:
        page = context.new_page()
        found = []
        for name in every if width > 1000 else KINDS:
            page.goto((site / f"{name}.html").as_uri())
            page.add_script_tag(path=AXE)
            found += [(name, *told) for told in serious(page, "light")]
            found += [(name, *told) for told in serious(page, "dark", "color-contrast")]
        assert found == []


def serious(page, scheme, *rules):
    """What axe-core finds serious on a page in a colour scheme, by some of its rules or by all."""
    page.emulate_media(color_scheme=scheme)
    options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    return [
        (scheme, problem["id"], problem["nodes"][0]["html"][:120])
        for problem in page.evaluate("options => axe.run(document, options)", options)["violations"]
        if problem["impact"] in ("serious", "critical")
    ]
