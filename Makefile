# `make run` and `make test` need Python 3.11 or newer, make and git; everything else they install.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
COMPILE := $(BIN)/pip-compile --quiet --no-emit-index-url --no-emit-trusted-host \
	--no-emit-find-links --strip-extras --allow-unsafe
PYTEST := $(BIN)/pytest --quiet
# A throw-away key: these commands only look.
IN_PRODUCTION := SHOPOPS_ENV=production SHOPOPS_SMTP_URL=smtp://localhost SHOPOPS_INBOUND_SECRET=none \
	SHOPOPS_SECRET_KEY=$$(od -An -N48 -tx1 /dev/urandom | tr -d ' \n')
WORKERS ?= 2
# A second time, on the PostgreSQL of this machine.
LEDGER := BIN=$(BIN) sh tests/support/ledger_again.sh -n $(WORKERS)
PORT ?= 8000
TENANT ?= store_northline
export PORT
# Every process compiles all modules anew where the environment forbids to keep what was compiled.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run test test-slow test-all check messages mutation real bench clean lock programs

run: $(VENV)/.run
	@exec $(BIN)/python -m shopops.embedded run

# `test` runs what is not marked slow, in under five minutes on two cores; `test-slow` what is. In a
# browser all of a file stays in one process; the ledger is tried a second time.
test: $(VENV)/.dev programs
	$(PYTEST) -n $(WORKERS) --dist worksteal -m "not slow" --ignore=tests/browser
	$(PYTEST) -n $(WORKERS) --dist loadscope -m "not slow" tests/browser
	@$(LEDGER) -m "ledger and not slow"

test-slow: $(VENV)/.dev programs
	$(PYTEST) -n $(WORKERS) --dist loadscope -m slow
	@$(LEDGER) -m "ledger and slow"

test-all: test test-slow

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy shopops tests manage.py
	$(BIN)/lint-imports --no-cache
	$(BIN)/python -W ignore::RuntimeWarning manage.py evaluate --verbosity 0
	$(BIN)/python -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run
	$(BIN)/python -W ignore::RuntimeWarning manage.py messages --check
	$(IN_PRODUCTION) $(BIN)/python manage.py check --deploy --fail-level WARNING
	$(IN_PRODUCTION) $(BIN)/python manage.py collectstatic --noinput --verbosity 0

real: $(VENV)/.dev
	$(BIN)/python -m tests.real.load --tenant $(TENANT)

# Collects what is translatable into locale/ and compiles it; translate what is empty, then again.
messages: $(VENV)/.dev
	$(BIN)/python -W ignore::RuntimeWarning manage.py messages

# Flips every comparison of Resolution and Policy; each must fail a golden case.
mutation: $(VENV)/.dev
	$(BIN)/python -m tests.mutation.run

bench: $(VENV)/.dev
	$(BIN)/python -m tests.bench

clean:
	rm -rf $(VENV) var/test-clusters-* staticfiles .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@echo "The database and the logs in var/ are kept."

lock: $(VENV)/.dev
	$(COMPILE) --output-file=requirements.txt pyproject.toml
	$(COMPILE) --constraint=requirements.txt --extra=dev --output-file=requirements-dev.txt \
		pyproject.toml

programs: $(VENV)/.dev
	@sh tests/support/install_programs.sh $(BIN)/playwright

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: requirements.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/.dev: requirements.txt requirements-dev.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@ $(VENV)/.run
