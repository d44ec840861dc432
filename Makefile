# `make verify` checks every claim and writes the book; `make test` runs the tests.
# Each creates .venv on first use. Override the interpreter with PYTHON=python3.12.

PYTHON ?= python3
VENV ?= .venv
JOBS ?= 2
BIN := $(VENV)/bin
RUN := $(VENV)/.installed
DEV := $(VENV)/.installed-dev
METADATA := pyproject.toml dpproofs/_version.py

# Tests start hundreds of interpreters, each of which would compile the package anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: verify derivations stale found book typeset site check-site coq quick test test-all sweeps \
	test-coq guards lowest lint claims index changelog release dist bench clean

## The main job -----------------------------------------------------------------------------------

# Exit code 3 means that some claim is open: a result, which the table shows, not a failure.
verify: $(RUN)
	$(BIN)/dpproofs verify --jobs $(JOBS) || [ $$? -eq 3 ]
	$(BIN)/dpproofs derive --all --jobs $(JOBS) -o build/derivations
	@echo "The book's LaTeX, the page and the certificates are in build/derivations."

# What is committed is what this writes; `stale` writes nothing and fails when it would differ.
derivations: $(RUN)
	$(BIN)/python tools/kept_consequences.py
	$(BIN)/dpproofs derive --all --jobs $(JOBS) -o derivations --stored dpproofs

stale: $(RUN)
	$(BIN)/python tools/kept_consequences.py --check
	$(BIN)/dpproofs derive --all --jobs $(JOBS) -o derivations --stored dpproofs --check

# What consequences leave out is found once and kept; a proof that is new is searched for slowly.
found: $(RUN)
	$(BIN)/python tools/kept_consequences.py

# From the certificates that are kept; a claim that has changed since is checked.
book: $(RUN)
	$(BIN)/python tools/book.py build/book.pdf

# The derivations that are committed, as a book; whether they are up to date is for `stale` to say.
typeset:
	rm -rf build/book
	mkdir -p build
	cp -r derivations build/book
	cd build/book && latexmk -pdf -interaction=nonstopmode -halt-on-error -quiet book.tex

# Every page of the site, from the results that are kept; a claim that has changed since is checked.
site: $(RUN)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[site]'
	$(BIN)/python -m sphinx -W --keep-going -q -b html -c tools/website -d build/doctrees docs build/site
	@echo "The site is in build/site: open build/site/index.html."

# Every page opened in this system's browser (chromium), and looked at by axe-core.
check-site: site $(DEV)
	npm install --silent --no-audit --no-fund --prefix build/axe axe-core
	DPPROOFS_SITE=build/site DPPROOFS_AXE=build/axe/node_modules/axe-core/axe.min.js \
	    $(BIN)/python -m pytest tests/site

# Coq checks the rules, the statements and what is written of proofs; needs Coq, see docs/coq.md.
coq: $(RUN)
	@$(BIN)/python tools/coq.py $(COQ)

## Development ------------------------------------------------------------------------------------

# What to run before a commit: 90 s of processor time at most. BASE=REV is what is compared with.
quick: $(DEV)
	@$(BIN)/python tools/quick.py $(if $(BASE),--base $(BASE))

test: $(DEV)
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m "not coq and not sweep" --cov --cov-report=term
	$(BIN)/python -m coverage report --include='dpproofs/kernel/*,dpproofs/replaying/*' --fail-under=100

# The tests that go over all claims, many seeds or long audits, `stale`, and what Coq says, each where
# something that it depends on changed since it passed: tests/sweeps.json keeps on what it did.
# `make test-all` runs every one; ONLY='coq tests/logic/test_gates.py' some.
sweeps: $(DEV)
	@$(BIN)/python tools/sweeps.py --jobs $(JOBS) $(if $(ALL),--all) $(ONLY)

test-all: test
	@$(MAKE) sweeps ALL=1

# Does everything start with the oldest versions that pyproject.toml admits? In an environment of its own.
lowest: | $(BIN)/python
	rm -rf build/lowest
	$(BIN)/python -m venv build/lowest
	$(BIN)/python tools/lowest.py > build/lowest/constraints.txt
	build/lowest/bin/python -m pip install --quiet --disable-pip-version-check \
	    -c build/lowest/constraints.txt -e '.[figures,testing]' pytest-timeout
	build/lowest/bin/python -m pytest -q tests/cli/test_first_minutes.py tests/cli/test_replay.py \
	    tests/cli/test_derive_end_to_end.py tests/cli/test_figures.py tests/cli/test_facade.py

# Holes put back and errors planted, which Coq has to refuse; needs Coq, like `coq`.
test-coq: $(DEV)
	$(BIN)/python -m pytest -n $(JOBS) -m coq tests/coq

# Each guard of replay is deleted, and a test has to turn red; GUARD='names.py*' for some of them.
guards: $(DEV)
	@$(BIN)/python tools/guards.py --jobs $(JOBS) $(if $(GUARD),--guard '$(GUARD)')

lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# After a change of a source that changes no statement; seconds, where `derivations` takes minutes.
index: $(RUN)
	$(BIN)/python tools/refresh_index.py

claims: $(RUN)
	$(BIN)/python tools/claims_table.py
	$(BIN)/python tools/rules_table.py

# The section of what is not released yet, as it would be.
changelog: $(DEV)
	$(BIN)/towncrier build --version unreleased --draft

# VERSION=0.2.0 writes the version, the date and the section; nothing is committed or uploaded.
release: $(DEV)
	$(BIN)/python tools/release.py $(VERSION)

# The sdist and the wheel, checked, and the wheel tried in an environment of its own; no upload.
dist: $(DEV)
	rm -rf dist build/clean
	$(BIN)/python -m build --outdir dist
	$(BIN)/twine check --strict dist/*
	$(BIN)/python -m venv build/clean
	build/clean/bin/python -m pip install --quiet --disable-pip-version-check dist/*.whl
	cd build/clean && bin/dpproofs doctor && bin/dpproofs audit dpproofs:Laplace --epsilon 1 --sensitivity 1 \
	    && bin/dpproofs show additive.lem2 && bin/dpproofs optimum --epsilon 1
	@echo "dist/ holds what can be uploaded."

bench: $(DEV)
	$(BIN)/python -m benchmarks

clean:
	rm -rf build dist .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache

## The environment --------------------------------------------------------------------------------

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "dpproofs needs Python >= 3.11; name one with PYTHON=..." >&2; exit 2; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	    { echo "$(PYTHON) has no venv module; on Debian: apt-get install python3-venv" >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(RUN): $(METADATA) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[figures]'
	@touch $@

$(DEV): $(METADATA) | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@ $(RUN)
