"""How Sphinx builds the site: `sphinx-build -c tools/website docs build/site`."""

import sys
from importlib.resources import files
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from dpproofs import __version__  # noqa: E402  # after the path is known

project = "dpproofs"
author = copyright = "The dpproofs authors"  # noqa: A001  # Sphinx calls it so
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "sphinx_design",
    "website.extension",
]
root_doc = "index"
source_suffix = {".md": "markdown"}
exclude_patterns = ["claims.md"]  # the table of claims is a page of its own

myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_heading_anchors = 3
myst_links_external_new_tab = False

nitpicky = True
# There is no network while pages are made, so that names of other projects have nowhere to lead.
nitpick_ignore = [
    ("py:class", "Noise"),  # what all mechanisms share, told with each of them
    ("py:class", "Formal"),  # a claim as theorems define it
    ("py:class", "Bracket"),  # what proves the least cost
    ("py:class", "dpproofs.kernel.derivation.Claim"),  # the same as Formal
    ("py:class", "Domain"),  # of theorems, told with families
    ("py:class", "Definition"),  # what a statement defines: values, functions in pieces, laws
    ("py:class", "Example"),  # objects for which hypotheses hold
    ("py:class", "Exact"),  # numbers that are taken exactly: integers, fractions, floats, texts
    ("py:class", "dpproofs.deriving.values.Measured"),  # what a formula is compared with
    ("py:class", "dpproofs.kernel.domain.Variable"),  # what positive, real and between make
    ("py:class", "dpproofs.auditing.sampler.report.SamplerReport"),  # of `audit`, told there
    ("py:class", "dpproofs.auditing.record.sampler.PowerRecord"),  # its power, told there
    ("py:class", "AnyClaim"),  # a claim, or a composition that stands for one
    ("py:class", "Discrete"),  # counts that compose, told with each of them
    ("py:class", "dpproofs.auditing.stated.Stated"),  # what a claim was made from
    ("py:class", "dpproofs.mechanisms.vector.exact.Law"),  # of a ball of one's own, told with it
    ("py:class", "dpproofs.mechanisms.enclosed.ExactAnswers"),  # what balls are known of
    ("py:class", "dpproofs.mechanisms.enclosed.ExactNoise"),  # likewise
    ("py:class", "dpproofs.mechanisms.pictures.curves.Profiled"),  # what has a profile to draw
    ("py:exc", "Rejected"),  # of `replay`, told there
    ("py:exc", "TypesettingFailed"),  # of `derive`, told there
]
nitpick_ignore_regex = [
    (r"py:.*", r"(numpy|np|sympy|sp|collections|typing|fractions|Fraction|pathlib)\b.*"),
]

autodoc_member_order = "bysource"
autodoc_typehints = "none"
autodoc_default_options = {"members": True, "inherited-members": True}
napoleon_google_docstring = False
napoleon_use_rtype = False
napoleon_use_ivar = True

html_math_renderer = "mathml"
html_theme = "furo"
html_theme_options = {"top_of_page_buttons": []}
templates_path = ["templates"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "versions.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "siblings.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
html_search_scorer = str(HERE / "scorer.js")  # from where Sphinx was started, otherwise
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
html_title = f"dpproofs {version}"
html_show_sourcelink = False
html_copy_source = False
html_use_index = True
html_domain_indices = False
html_permalinks_icon = "#"
ASSETS = HERE.parent.parent / "dpproofs" / "render" / "assets"
PLOTLY = files("plotly") / "package_data" / "plotly.min.js"
html_static_path = ["static", *map(str, (ASSETS / "claim.css", ASSETS / "audit.css", PLOTLY))]
html_css_files = ["site.css"]
html_js_files = [(name, {"defer": "defer"}) for name in ("versions.js", "site.js")]
