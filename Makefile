# Two commands matter: `make play` opens a game, `make test` proves the whole project. Both set up
# everything they need in .venv and build/.

PYTHON ?= python3
BIN := .venv/bin
SOURCES := $(shell find core bindings src -type f -not -name '*.pyc' -not -name _core.pyi) \
           CMakeLists.txt pyproject.toml README.md
CXX_FILES := $(wildcard core/*.hpp core/*/*.hpp bindings/* tests/native/* wasm/*)
TYPES := src/plyground/web/static/common/types.js
NATIVE := rules effects endings tables search mcts solve net connect_four
SLOW := $(NATIVE:%=build/sanitized/%) build/raced/search build/raced/mcts \
        build/raced/endings
WARNINGS := -Wall -Wextra -Wpedantic -Werror
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all -D_GLIBCXX_ASSERTIONS

# Where this machine cannot run what it compiles. Mac and Windows machines of the forge run the rest.
ELSEWHERE := aarch64-macos x86_64-windows-gnu
SCHEMA := $(BIN)/check-jsonschema -q --builtin-schema vendor
ZIG := $(BIN)/python -m ziglang c++

.PHONY: play test test-slow lint native-tests elsewhere-checks emulated-tests docs site wheel bench format clean

# A game of your own: make play GAME=examples/reversi.py
play: .venv/installed
	@$(BIN)/plyground serve $(GAME)

test: lint native-tests elsewhere-checks site
	npm test --silent
	$(BIN)/pytest -n 2 --dist worksteal -m "not slow"
	$(BIN)/pytest -q -p no:cacheprovider --doctest-modules --pyargs plyground
	$(BIN)/pytest -q --doctest-glob='*.md' README.md docs

# Nothing is skipped here for a missing program or package, and at the end stands what was proved.
test-slow: .venv/slow node_modules/installed $(SLOW)
	@set -e; for program in $(SLOW); do echo $$program; \
	  case $$program in build/raced/search|build/raced/endings) $$program threads;; *) $$program;; esac; done
	$(BIN)/python -m pytest -p tests.support.proofs -n 2 --dist worksteal -m slow

lint: .venv/tested node_modules/installed
	npm run lint --silent
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m plyground.web.types --check $(TYPES)
	$(BIN)/clang-format --dry-run --Werror $(CXX_FILES)
	$(SCHEMA).github-workflows .github/workflows/*.yml
	$(SCHEMA).github-issue-forms .github/ISSUE_TEMPLATE/[!c]*.yml
	$(SCHEMA).citation-file-format CITATION.cff

native-tests: $(NATIVE:%=build/native/%)
	@set -e; for program in $^; do echo $$program; $$program; done

# All headers compile for macOS and for Windows.
elsewhere-checks: $(foreach target,$(ELSEWHERE),$(NATIVE:%=build/elsewhere/$(target)/%.o))

# The native tests on an aarch64 processor that is emulated, with the libraries of the wheel.
emulated-tests: $(NATIVE:%=build/aarch64/%)
	@set -e; for program in $^; do echo $$program; qemu-aarch64 -L /usr/aarch64-linux-gnu $$program; done

# The documentation site with its live boards, in build/docs.
docs: .venv/tested
	$(BIN)/sphinx-build -q -W --keep-going -b html docs build/docs
	$(BIN)/plyground export site build/docs/play
	@echo "build/docs/index.html"

# The board as files for any web host; the engine is compiled when its sources have changed.
site: .venv/compiler
	$(BIN)/plyground export site build/site

# Wheels for any Linux, in dist; one is installed and used where no compiler is.
wheel: .venv/wheels emulated-tests
	$(BIN)/python scripts/wheels.py

bench: .venv/installed
	$(BIN)/plyground bench

format: .venv/tested
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python -m plyground.web.types $(TYPES)
	$(BIN)/clang-format -i $(CXX_FILES)

clean:
	rm -rf .venv build dist node_modules

.venv/created:
	@scripts/system-packages play
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --upgrade pip
	@touch $@

.venv/tools: .venv/created
	@scripts/system-packages test
	@touch $@

.venv/installed: .venv/created $(SOURCES)
	$(BIN)/pip install --quiet --disable-pip-version-check .
	@touch $@

# The tests run on the installed package; the stub is copied for the type checker, which reads src.
.venv/tested: .venv/created .venv/tools $(SOURCES)
	$(BIN)/pip install --quiet --disable-pip-version-check -Ccmake.define.PLYGROUND_STRICT=ON ".[test,docs]"
	@cp "$$($(BIN)/python -c 'import plyground._core as core; print(core.__file__.rsplit("/", 1)[0])')/_core.pyi" src/plyground/
	@touch $@ .venv/installed

.venv/compiler: .venv/installed
	$(BIN)/pip install --quiet --disable-pip-version-check "plyground[site]"
	@touch $@

.venv/wheels: .venv/installed
	@scripts/system-packages wheels
	$(BIN)/pip install --quiet --disable-pip-version-check "plyground[wheels]"
	@touch $@

.venv/slow: .venv/tested
	@scripts/system-packages slow
	$(BIN)/pip install --quiet --disable-pip-version-check "plyground[ray]"
	@touch $@

# Only for checks of the browser board, which itself is plain modules without a build.
node_modules/installed: .venv/tools package.json package-lock.json
	@npm ci --silent --no-audit --no-fund
	@touch $@

build/native/%: tests/native/%.cpp $(CXX_FILES)
	@mkdir -p $(@D)
	$(CXX) -std=c++20 -O2 $(WARNINGS) $< -o $@ -pthread

define compiled_elsewhere
build/elsewhere/$(1)/%.o: tests/native/%.cpp $$(CXX_FILES) | .venv/tested
	@mkdir -p $$(@D)
	@$$(ZIG) -target $(1) -std=c++20 -g0 $$(WARNINGS) -c $$< -o $$@
endef
$(foreach target,$(ELSEWHERE),$(eval $(call compiled_elsewhere,$(target))))

build/aarch64/%: tests/native/%.cpp $(CXX_FILES) | .venv/wheels
	@mkdir -p $(@D)
	$(ZIG) -target aarch64-linux-gnu.2.17 -std=c++20 -O2 $(WARNINGS) $< -o $@ -pthread

build/sanitized/%: tests/native/%.cpp $(CXX_FILES)
	@mkdir -p $(@D)
	$(CXX) -std=c++20 -O1 -g $(WARNINGS) $(SANITIZE) $< -o $@ -pthread

build/raced/%: tests/native/%.cpp $(CXX_FILES)
	@mkdir -p $(@D)
	$(CXX) -std=c++20 -O1 -g $(WARNINGS) -fsanitize=thread $< -o $@ -pthread
