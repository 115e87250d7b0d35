# `make demo` and `make test` need only Python 3.11 or later, make and git; everything else is fetched into .venv.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

is_new_enough = import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	if command -v $$p >/dev/null && $$p -c '$(is_new_enough)' 2>/dev/null; then echo $$p; break; fi; done)

# A compiler without Python.h builds nothing, so both are looked for before the compiled core is required.
can_compile = import os, pathlib, shutil, sysconfig; \
	cc = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]; \
	print(int(bool(shutil.which(cc)) and pathlib.Path(sysconfig.get_path("include"), "Python.h").exists()))
COMPILED := $(if $(PYTHON),$(shell $(PYTHON) -c '$(can_compile)'))
CORE := $(if $(filter 1,$(COMPILED)),compiled,interpreted)

VENV := .venv
BIN := $(VENV)/bin
# By the mode of the core, so that a compiler that appears later is noticed.
INSTALLED := $(VENV)/installed-$(CORE)
# Directories stand among the sources so that a deleted file is noticed too.
SOURCES := $(shell find src -not -path '*/__pycache__*' -not -name '*.so' -not -path '*.egg-info*') \
	setup.py pyproject.toml README.md LICENSE
PIP_INSTALL := -m pip install --quiet --quiet --disable-pip-version-check
# What proves the core, and so runs interpreted and under the sanitizers too.
CORE_TESTS = $(wildcard tests/core tests/test_hand.py tests/laws tests/rulings)
# Not the code in README.md, whose comments stand in columns.
PYTHONS = $(wildcard src tests bench examples tools setup.py)
PYTEST_ARGS ?=

.PHONY: help demo serve test bench thousand fix lint slow kill sanitize clean
help:
	@echo 'make demo      a tournament of a thousand house bots, from the seat draw to the winner'
	@echo 'make serve     a card room at http://127.0.0.1:8000, with house bots ready to play'
	@echo 'make test      lint, types, layers, the suite with the compiled core and the core'"'"'s tests interpreted'
	@echo 'make slow      the long proofs'
	@echo 'make kill      a card room killed 200 times while people play, over SQLite and PostgreSQL'
	@echo 'make bench     the comparison with peers'
	@echo 'make thousand  a study of 1,000 tournaments of 1,000 entrants, against what the rate of its hands predicts'
	@echo 'make sanitize  the core'"'"'s tests under the address and undefined-behaviour sanitizers'
	@echo 'make fix       let ruff repair and format the source'
	@echo 'make clean     remove everything that was built'

demo: $(INSTALLED)
	@$(BIN)/bigslick tournament --entrants 1000 --seed 7

serve: $(INSTALLED)
	@$(BIN)/bigslick serve $(SERVE_ARGS)

# The whole suite runs last, so that its closing line is the last thing on the screen.
test: $(VENV)/test-tools $(INSTALLED) lint
	@echo '== the core, interpreted =='
	@BIGSLICK_CORE=interpreted PYTHONPATH=src $(BIN)/python -m pytest -q -n auto -m 'not slow' $(PYTEST_ARGS) $(CORE_TESTS)
	@echo '== everything, core $(CORE) =='
	@BIGSLICK_CORE=$(CORE) $(BIN)/python -m pytest -q -n auto -m 'not slow' $(PYTEST_ARGS)

lint: $(VENV)/test-tools
	@echo '== lint, types, layers =='
	@$(BIN)/ruff check --quiet --output-format concise $(PYTHONS)
	@$(BIN)/ruff format --quiet --check $(PYTHONS) || { $(BIN)/ruff format --check $(PYTHONS); echo 'make fix formats it'; exit 1; }
	@$(BIN)/mypy --no-error-summary
	@mkdir -p build; PYTHONPATH=src $(BIN)/lint-imports --no-logo >build/layers.txt 2>&1 || { cat build/layers.txt; exit 1; }

slow: $(VENV)/test-tools $(INSTALLED)
	@BIGSLICK_CORE=$(CORE) $(BIN)/python -m pytest -q -m slow $(PYTEST_ARGS)

kill: $(VENV)/test-tools $(INSTALLED)
	@BIGSLICK_CORE=$(CORE) $(BIN)/python -m pytest -q -m slow $(PYTEST_ARGS) tests/server/test_kill.py

# The peers live in an environment of their own, .venv-bench, with a bigslick built for it.
bench: $(VENV)/python
	@$(BIN)/python bench/run.py $(BENCH_ARGS)

thousand: $(INSTALLED)
	@$(BIN)/python -m bench.thousand $(BENCH_ARGS)

fix: $(VENV)/test-tools
	@$(BIN)/ruff check --quiet --fix $(PYTHONS)
	@$(BIN)/ruff format --quiet $(PYTHONS)

clean:
	rm -rf .venv .venv-* build dist .mypy_cache .ruff_cache .hypothesis .import_linter_cache .pytest_cache src/*.egg-info
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +

# --- the environment -------------------------------------------------------------------------------------------------

# What pyproject.toml asks for, as a requirements file: pip has no way to install the needs of a project without it.
needs = import tomllib; project = tomllib.load(open("pyproject.toml", "rb")); \
	extras = project["project"]["optional-dependencies"]; \
	wanted = project["build-system"]["requires"] + ["wheel"] + project["project"]["dependencies"]; \
	print(*wanted, *(need for name in "$(1)".split() for need in extras[name]), sep="\n")

$(VENV)/python:
	@if [ -z '$(PYTHON)' ]; then echo 'bigslick needs Python 3.11 or later, and found none: install one, or say PYTHON=/path/to/python' >&2; exit 2; fi
	@$(PYTHON) -m venv $(VENV) || { echo 'the venv module of $(PYTHON) does not work: on Debian, apt install python3-venv' >&2; rm -rf $(VENV); exit 2; }
	@touch $@

$(VENV)/needs: $(VENV)/python pyproject.toml
	@mkdir -p build && $(BIN)/python -c '$(call needs,sim room)' >build/needs.txt
	@$(BIN)/python $(PIP_INSTALL) -r build/needs.txt
	@touch $@

$(VENV)/test-tools: $(VENV)/needs
	@mkdir -p build && $(BIN)/python -c '$(call needs,sim room dev)' >build/test-needs.txt
	@$(BIN)/python $(PIP_INSTALL) -r build/test-needs.txt
	@touch $@

# Built in a copy, because a build in place leaves an egg-info and can leave a .so that shadows later edits of the core.
# The copy keeps its times and its build directory, so that only what changed is compiled again; everything but the
# compiled modules is dropped from it first, or a file deleted from src would be installed for ever.
# $(call install,directory,pip's options,variables)
define install
	@mkdir -p $(1) && rm -rf $(1)/src && cp -a src setup.py pyproject.toml README.md LICENSE $(1)/
	@find $(1)/src -name '*.so' -delete
	@for so in $$(find $(1)/build/lib* -name '*.so' 2>/dev/null); do \
		name=$${so##*/}; [ -e src/bigslick/core/$${name%%.*}.pxd ] || rm "$$so"; done
	@find $(1)/build/lib* -type f -not -name '*.so' -delete 2>/dev/null || true
	@printf '[build_ext]\nparallel = 2\n' >$(1)/setup.cfg
	@BIGSLICK_REQUIRE_COMPILED=$(COMPILED) $(3) $(BIN)/python $(PIP_INSTALL) --no-build-isolation --no-deps $(2) ./$(1)
endef

$(INSTALLED): $(VENV)/needs $(SOURCES)
	@$(if $(filter 1,$(COMPILED)),echo '== building the core ==',echo 'no C compiler with Python headers was found: the core runs interpreted, exact but slow')
	$(call install,build/$(CORE),--force-reinstall,BIGSLICK_PURE=$(if $(filter 1,$(COMPILED)),0,1))
	@rm -f $(VENV)/installed-* && touch $@

# --- sanitizers ------------------------------------------------------------------------------------------------------

# The checked build stands apart and goes before the installed one on the path. Python itself is not built with the
# sanitizer, so its library must be loaded first, and Python's own leaks are not ours.
SANITIZED := build/sanitize/installed
sanitize: $(VENV)/test-tools
	@[ '$(COMPILED)' = 1 ] || { echo 'make sanitize needs a C compiler and the headers of Python' >&2; exit 2; }
	@echo '== the core under the address and undefined-behaviour sanitizers =='
	@rm -rf $(SANITIZED)
	$(call install,build/sanitize,--target $(SANITIZED),BIGSLICK_SANITIZE=1)
	@LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libstdc++.so)" ASAN_OPTIONS=detect_leaks=0 \
		PYTHONPATH=$(SANITIZED) BIGSLICK_CORE=compiled \
		$(BIN)/python -m pytest -q -n auto -m 'not slow' $(PYTEST_ARGS) $(CORE_TESTS)
