# `make demo` and `make test` need only Python 3.11 or later, make and git; everything else is fetched into .venv.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
# Without bytecode on disk every process in the suite would compile every module again.
export PYTHONDONTWRITEBYTECODE=

is_new_enough = import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	if command -v $$p >/dev/null && $$p -c '$(is_new_enough)' 2>/dev/null; then echo $$p; break; fi; done)
COMPILED := $(if $(PYTHON),$(shell $(PYTHON) tools/can_compile.py))
CORE := $(if $(filter 1,$(COMPILED)),compiled,interpreted)

VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
RUN := $(BIN)/python
# Bytecode is written when a module is first imported: compiling all of it takes longer than the tests need.
PIP_INSTALL := $(RUN) -m pip install --quiet --quiet --disable-pip-version-check --no-compile
# Named after the core's mode, so a compiler that appears later is noticed.
INSTALLED := $(VENV)/installed-$(CORE)
SOURCES := $(shell find src -type f -not -path '*/__pycache__*' -not -name '*.so' -not -name '*.pyd' -not -path '*.egg-info*') \
	setup.py pyproject.toml README.md LICENSE
# This list reveals deleted files. Directory times would not do: they change whenever Python writes bytecode.
LISTED := build/sources.txt
$(shell mkdir -p build; echo $(SOURCES) | tr ' ' '\n' | sort >$(LISTED).new; \
	if cmp -s $(LISTED).new $(LISTED); then rm $(LISTED).new; else mv $(LISTED).new $(LISTED); fi)

# Run again interpreted and under the sanitizers: tests that can differ between two builds of the same source, with a
# fifth of the examples. Whether money adds up, a served table keeps its laws or every word of a ruling is read does
# not depend on the build.
SAME_IN_EVERY_BUILD = $(wildcard tests/laws/test_live.py tests/laws/test_money_laws.py tests/laws/test_format_laws.py tests/laws/test_tournament_laws.py \
	tests/laws/test_reader_laws.py tests/laws/test_both_ways.py)
CORE_TESTS = $(filter-out $(SAME_IN_EVERY_BUILD),$(wildcard tests/core tests/hand tests/laws/test_*.py \
	tests/rulings/test_book.py $(shell find tests -name 'test__*.py')))
FEWER = BIGSLICK_LAWS=0.2
SUITE = BIGSLICK_LAWS=0.4
# What `make check` leaves to `make test`: proofs that play for minutes, start servers or drive a browser.
LONG_TESTS = $(wildcard tests/browser tests/cli tests/client tests/history tests/laws tests/oracle tests/perft \
	tests/rulings tests/server tests/simulate tests/spec tests/tools/test_build_site.py tests/tools/test_pictures.py \
	tests/test_both_cores.py tests/test_hostile_calls.py tests/test_docs.py tests/test_docs_types.py tests/test_readme.py)
# Not the code in README.md, because its comments are aligned.
PYTHONS = $(wildcard src tests bench docs/conf.py examples tools setup.py)
PYTEST = $(RUN) -m pytest -q $(PYTEST_ARGS)
# A hanging test ends its worker with a traceback of every thread; the longest test takes a minute on a busy machine.
NO_HANG = -o faulthandler_timeout=600 -o faulthandler_exit_on_timeout=true
PYTEST_ARGS ?=
FAST = not slow and not matrix
# Two workers for each core, since browsers and servers wait half of the time; each starts with neighbouring tests,
# which share a room.
PARALLEL = $(NO_HANG) -n $(or $(WORKERS),$(shell expr $(PROCESSORS) \* 2)) --dist worksteal
PROCESSORS = $(shell $(PYTHON) -c 'import os; print(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)')

.PHONY: help demo serve built check test interpreted slow both-ways floods browser-matrix floors kill evening mutants sanitize bench thousand soak hall lint lint-page fix docs pictures screenshots languages dist lock clean
help:
	@echo 'make demo      a tournament of a thousand house bots, from the seat draw to the winner'
	@echo 'make serve     a card room at http://127.0.0.1:8000, with house bots ready to play'
	@echo 'make built     compile bigslick without installing it, so pip can install other things at the same time'
	@echo 'make check     lint, types and the fast tests, in about a minute: run it before each commit'
	@echo 'make test      lint, types, layers, the suite with the compiled core, and the core'"'"'s tests interpreted'
	@echo 'make interpreted  the core'"'"'s tests without the compiled core'
	@echo 'make slow      the long proofs'
	@echo 'make both-ways  1,000 random tournaments, played live and by the simulator: event for event the same'
	@echo 'make floods    every flood against a room for 20 s, and how long honest players wait; on a quiet machine'
	@echo 'make browser-matrix  the page on every screen, in every size and language, and in Firefox'
	@echo 'make floors    the suite with the oldest dependencies allowed'
	@echo 'make kill      1,000 faults while people play: kills, freezes, lost commits, full disks, over SQLite and PostgreSQL'
	@echo 'make mutants   plant bugs in the tournament director, each of which a test must catch'
	@echo 'make sanitize  the core'"'"'s tests under the address and undefined-behaviour sanitizers'
	@echo 'make bench     the comparison with peers'
	@echo 'make thousand  a study of 1,000 tournaments with 1,000 entrants, compared with what its hand rate predicts'
	@echo 'make evening   three people with phones and three bots play 100 hands on the page, and twenty players an event; needs chromium'
	@echo 'make soak      a card room of 100 tables under load for an hour, with its memory every minute'
	@echo 'make hall      1,000 clients in one live event on 112 tables: an action, a break and the start after it; on a quiet machine'
	@echo 'make fix       autofix and format the source with ruff'
	@echo 'make docs      the documentation as a site in build/site'
	@echo 'make pictures  redraw the pictures in the documents; needs chromium'
	@echo 'make screenshots  every screen of the card room at five sizes and in both themes in build/screenshots; needs chromium'
	@echo 'make languages  update the translation catalogues from the sentences in the page and the server'
	@echo 'make dist      the sdist and a wheel for this machine in dist'
	@echo 'make lock      pin the newest dependencies that pyproject.toml allows, in requirements/'
	@echo 'make clean     remove everything that was built'

demo: $(INSTALLED)
	@$(BIN)/bigslick demo --seed 7

serve: $(INSTALLED)
	@$(BIN)/bigslick serve $(SERVE_ARGS)

# --- proofs ----------------------------------------------------------------------------------------------------------

check: $(VENV)/dev $(INSTALLED) lint
	@echo '== the fast tests, core $(CORE) =='
	@BIGSLICK_CORE=$(CORE) $(PYTEST) $(PARALLEL) -m '$(FAST)' $(LONG_TESTS:%=--ignore=%)

# The types are checked on one core while the other plays the core's tests. The whole suite runs last, so its summary is
# the last thing on the screen.
test: $(VENV)/dev $(INSTALLED)
	@$(MAKE) -j2 lint interpreted
	@echo '== everything, core $(CORE) =='
	@$(SUITE) BIGSLICK_CORE=$(CORE) $(PYTEST) $(PARALLEL) -m '$(FAST)'

interpreted: $(VENV)/dev
	@echo '== the core, interpreted =='
	@$(FEWER) BIGSLICK_CORE=interpreted PYTHONPATH=src $(PYTEST) $(PARALLEL) -m '$(FAST)' $(CORE_TESTS)

slow: $(VENV)/dev $(INSTALLED)
	@BIGSLICK_CORE=$(CORE) BIGSLICK_LAWS=20 $(PYTEST) $(PARALLEL) -o faulthandler_timeout=0 tests/laws
	@BIGSLICK_CORE=$(CORE) $(PYTEST) -m slow

both-ways: $(VENV)/dev $(INSTALLED)
	@BIGSLICK_CORE=$(CORE) $(PYTEST) $(PARALLEL) -m slow tests/laws/test_both_ways.py

floods: $(VENV)/dev $(INSTALLED)
	@BIGSLICK_CORE=$(CORE) $(PYTEST) -m slow tests/server/test_attacks.py

browser-matrix: $(VENV)/dev $(INSTALLED)
	@BIGSLICK_CORE=$(CORE) $(PYTEST) $(PARALLEL) -m matrix tests/browser

kill: $(VENV)/dev $(INSTALLED)
	@BIGSLICK_CORE=$(CORE) $(PYTEST) -m slow tests/server/faults

# EVENING=500 for a long one; PICTURES=folder for pictures of the event.
evening: $(VENV)/dev $(INSTALLED)
	@BIGSLICK_CORE=$(CORE) $(PYTEST) -m slow tests/browser/test_evening.py tests/browser/test_event_evening.py

# The oldest releases that pyproject.toml allows, in their own environment; the tools are the newest.
UV := $(VENV)/uv/bin/uv
floors: $(VENV)/python
	@$(PIP_INSTALL) --upgrade --target $(VENV)/uv uv
	@mkdir -p build && $(UV) pip compile --quiet --resolution lowest-direct --python $(RUN) pyproject.toml --extra all --output-file build/floors.txt
	@$(UV) venv --quiet --clear --python $(RUN) .venv-floors
	@$(UV) pip install --quiet --python .venv-floors --constraints build/floors.txt --group dev '.[all]'
	@.venv-floors/bin/python -m pytest -q $(PYTEST_ARGS) $(PARALLEL) -m '$(FAST)' --ignore=tests/browser --ignore=tests/test_docs_types.py \
		--ignore=tests/test_contributing.py --ignore=tests/server/http/test_dependencies.py

# MUTANTS_ARGS='--each director' also tries every small change to a module.
mutants: $(VENV)/dev $(INSTALLED)
	@BIGSLICK_CORE=$(CORE) PYTHONPATH=. $(RUN) tools/mutants.py $(MUTANTS_ARGS)

lint: $(VENV)/dev lint-page
	@echo '== lint, types, layers =='
	@$(BIN)/ruff check --quiet --output-format concise $(PYTHONS)
	@$(BIN)/ruff format --quiet --check $(PYTHONS) || { $(BIN)/ruff format --check $(PYTHONS); echo 'make fix formats it'; exit 1; }
	@$(BIN)/mypy --no-error-summary
	@mkdir -p build; PYTHONPATH=src $(BIN)/lint-imports --no-logo >build/layers.txt 2>&1 || { cat build/layers.txt; exit 1; }

# Not `npm ci`: it rejects a lock file made where the registry lacks some platforms' packages.
lint-page:
	@if ! command -v npm >/dev/null; then echo 'no Node here: the page'"'"'s JavaScript is not checked'; \
	elif [ node_modules/.package-lock.json -nt package-lock.json ] || npm install --silent --no-audit --no-fund; then \
		touch node_modules/.package-lock.json; npm run --silent lint; \
	elif [ -n "$${CI:-}" ]; then echo 'the tools for the page cannot be installed' >&2; exit 1; \
	else echo 'npm cannot install the tools for the page: its JavaScript is not checked'; fi

fix: $(VENV)/dev
	@$(BIN)/ruff check --quiet --fix $(PYTHONS)
	@$(BIN)/ruff format --quiet $(PYTHONS)

# The peers live in their own environment, .venv-bench, with a bigslick built for it.
bench: $(VENV)/python
	@$(RUN) bench/run.py $(BENCH_ARGS)

thousand: $(INSTALLED)
	@$(RUN) -m bench.thousand $(BENCH_ARGS)

# SOAK=5 for five minutes; BENCH_ARGS='--db postgresql://…' for another database.
soak: $(INSTALLED)
	@$(RUN) -m bench.room --tables 100 --soak $(or $(SOAK),60) $(BENCH_ARGS)

hall: $(INSTALLED)
	@for pace in human second; do $(RUN) -m bench.event --pace $$pace $(BENCH_ARGS); done

# --- deliverables -----------------------------------------------------------------------------------------------------

docs: $(VENV)/dev $(INSTALLED)
	@$(RUN) tools/build_site.py build/site

pictures: $(VENV)/dev $(INSTALLED)
	@$(RUN) tools/architecture_picture.py docs/explanation/architecture.svg
	@PYTHONPATH=. $(RUN) tools/pictures.py docs/pictures

languages: $(VENV)/dev $(INSTALLED)
	@PYTHONPATH=. $(RUN) tools/languages.py

screenshots: $(VENV)/dev $(INSTALLED)
	@PYTHONPATH=. $(RUN) tools/screenshots.py build/screenshots

dist: $(VENV)/dev
	@rm -rf dist && $(RUN) -m build

clean:
	rm -rf .venv .venv-* build dist node_modules .mypy_cache .ruff_cache .hypothesis .import_linter_cache .pytest_cache src/*.egg-info
	find src tests bench docs tools -name __pycache__ -type d -prune -exec rm -rf {} +
	find src -name '*.so' -delete -o -name '*.pyd' -delete

# --- the environment -------------------------------------------------------------------------------------------------

$(VENV)/python:
	@if [ -z '$(PYTHON)' ]; then echo 'bigslick needs Python 3.11 or later, and found none: install one, or set PYTHON=/path/to/python' >&2; exit 2; fi
	@$(PYTHON) -m venv $(VENV) || { echo 'the venv module of $(PYTHON) does not work: on Debian, apt install python3-venv' >&2; rm -rf $(VENV); exit 2; }
	@touch $@

# The build requirements, then those of bigslick and every command, then the developers' tools. Every version is pinned
# with its hash. pip runs one install at a time, so the first is small: the core compiles while the others download.
$(VENV)/build: requirements/build.txt | $(VENV)/python
	@$(PIP_INSTALL) -r $<
	@touch $@

$(VENV)/run: requirements/run.txt $(VENV)/build
	@echo '== installing what bigslick needs into .venv: about a minute ==' >&2
	@$(PIP_INSTALL) -r $<
	@touch $@

$(VENV)/dev: requirements/dev.txt $(VENV)/run
	@echo '== installing the developer tools: about a minute ==' >&2
	@$(PIP_INSTALL) -r $<
	@touch $@

# One resolution for every platform and Python, from 3.11 on.
PIN := $(UV) pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command 'make lock'
build_needs = import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")
lock: $(VENV)/python
	@$(PIP_INSTALL) --upgrade --target $(VENV)/uv uv
	@$(RUN) -c '$(build_needs)' | $(PIN) - --output-file requirements/build.txt
	@$(PIN) pyproject.toml --extra all --constraints requirements/build.txt --output-file requirements/run.txt
	@$(PIN) --group dev --constraints requirements/run.txt --output-file requirements/dev.txt

# A wheel, built in a copy, because an in-place build leaves an egg-info and compiled modules that go stale.
# The copy keeps its file times and its build directory, so only what changed is recompiled; everything but the compiled
# modules that still have a .pxd is removed first, or a file deleted from src would stay installed.
# Every build needs the same C, so C files that another build has translated are reused.
# $(call wheel,directory,variables)
define wheel
	@mkdir -p $(1)/build && rm -rf $(1)/src $(1)/wheel && cp -a src setup.py pyproject.toml README.md LICENSE $(1)/
	@find $(1)/src -name '*.so' -delete -o -name '*.pyd' -delete
	@{ find $(1)/build/lib* -type f 2>/dev/null || true; } | while read -r file; do \
		module=$${file#$(1)/build/lib*/}; [[ $$file =~ \.(so|pyd)$$ && -e src/$${module%%.*}.pxd ]] || rm "$$file"; done
	@for other in build/*/built; do if [ -e "$$other" ] && [ ! -e $(1)/build/cython ] && [ -d "$${other%/built}/build/cython" ]; then \
		cp -a "$${other%/built}/build/cython" $(1)/build/; fi; done
	@BIGSLICK_REQUIRE_COMPILED=$(COMPILED) $(2) $(RUN) -m pip wheel --quiet --quiet --disable-pip-version-check \
		--no-build-isolation --no-deps --wheel-dir $(1)/wheel ./$(1)
endef

BUILT := build/$(CORE)/built
# Separate from the installation, so it can run while pip installs other things.
built: $(BUILT)
$(BUILT): $(VENV)/build $(SOURCES) $(LISTED)
	@$(if $(filter 1,$(COMPILED)),echo '== compiling the core: one to four minutes the first time ==',echo 'no C compiler with Python headers was found: the core runs interpreted, exact but slow')
	$(call wheel,build/$(CORE),BIGSLICK_PURE=$(if $(filter 1,$(COMPILED)),0,1))
	@touch $@

$(INSTALLED): $(BUILT) $(VENV)/run
	@$(PIP_INSTALL) --no-deps --force-reinstall build/$(CORE)/wheel/*.whl
	@rm -f $(VENV)/installed-* && touch $@

# The test modules as pytest rewrites them, once for all workers.
build/collected: $(VENV)/dev
	@PYTHONPATH=src BIGSLICK_CORE=interpreted $(PYTEST) -q --collect-only >build/collected.txt 2>&1 || { tail build/collected.txt; exit 1; }
	@touch $@

# --- sanitizers ------------------------------------------------------------------------------------------------------

# The checked build lives in its own folder and comes before the installed one on the path. Python itself is not built
# with the sanitizer, so its library must be loaded first, and Python's own leaks are not ours.
SANITIZED := build/sanitize/installed
build/sanitize/built: $(BUILT)
	@[ '$(COMPILED)' = 1 ] || { echo 'make sanitize needs a C compiler and Python'"'"'s headers' >&2; exit 2; }
	@echo '== compiling the core for the sanitizers =='
	$(call wheel,build/sanitize,BIGSLICK_SANITIZE=1)
	@touch $@

sanitize: $(VENV)/dev build/sanitize/built
	@echo '== the core under the address and undefined-behaviour sanitizers =='
	@rm -rf $(SANITIZED) && $(PIP_INSTALL) --no-deps --target $(SANITIZED) build/sanitize/wheel/*.whl
	@LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libstdc++.so)" ASAN_OPTIONS=detect_leaks=0 \
		$(FEWER) PYTHONPATH=$(SANITIZED) BIGSLICK_CORE=compiled $(PYTEST) $(PARALLEL) -m '$(FAST)' $(CORE_TESTS) tests/test_hostile_calls.py
