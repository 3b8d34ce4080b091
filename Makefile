# Everything a fresh machine needs is set up by the targets themselves: Node >= 20.19, npm and make are enough.
# What works with real Kubernetes programs (test-real, bench, faults) also needs Go >= 1.26 to build them.
SHELL := /usr/bin/env bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

.PHONY: help
help: ## Show this help.
	@awk 'BEGIN {FS = ":.*##"} /^[a-zA-Z_-]+:.*?##/ {printf "  \033[36m%-16s\033[0m %s\n", $$1, $$2}' $(MAKEFILE_LIST)

node_modules/.package-lock.json: package.json package-lock.json
	npm ci --no-audit --no-fund
	@touch $@

.PHONY: install
install: node_modules/.package-lock.json ## Install dependencies.

.PHONY: build
build: install ## Build dist/.
	npm run build

.PHONY: control-plane
control-plane: ## Build etcd, kube-apiserver, kubectl and the peers we compare with, and fetch other versions of Node and TypeScript (once per machine).
	node test/control-plane/build.mjs --all
	node test/control-plane/controller-runtime-suites.mjs
	node test/control-plane/node-versions.mjs
	node test/control-plane/typescript-versions.mjs

.PHONY: demo
demo: build ## Scaffold an operator in a temporary folder, build and test it, run it, show its sample reconciled.
	node scripts/demo.mjs

.PHONY: test
test: install ## Build, type check, lint, and run the tests that need only Node (about two minutes).
	npm run check

.PHONY: test-real
test-real: build control-plane ## Run the tests that need kube-apiserver, kubectl, controller-gen or kubebuilder, and the slow ones.
	npm run test:real

.PHONY: test-thorough
test-thorough: build control-plane ## Run everything at full length (before a release), or one part: PART=3, PART=auto.
	node scripts/test-thorough.mjs $(if $(PART),--part $(PART))

.PHONY: test-outside
test-outside: build control-plane ## Run the suites of other operators on the embedded plane and on kube-apiserver (before a release); PROJECTS="flux lws" selects.
	node test/outside/run.mjs $(PROJECTS)

.PHONY: flaky
flaky: build ## Run test FILES (paths, globs or "history") TIMES=30 times on busy cores, and report failures per test.
	node scripts/flaky.mjs --times $(or $(TIMES),30) "$(FILES)" $(if $(PROJECT),-- --project $(PROJECT))

.PHONY: lint
lint: build ## Type check, lint and format check.
	npm run typecheck
	npm run lint

.PHONY: bench
bench: build control-plane ## Measure against kubebuilder, controller-gen and controller-runtime.
	node bench/run.mjs

.PHONY: faults
faults: build control-plane ## Break network, processes and the control plane under load; SEED=7 FAULTS=1000 choose how, SCENARIO=NAME runs one scenario.
ifeq ($(SCENARIO),)
	node test/faults/run.mjs --seed $(or $(SEED),7) --faults $(or $(FAULTS),1000)
	node test/faults/run.mjs --seed $(or $(SEED),7) --scenario third-party-webhook --objects 200
	node test/faults/run.mjs --seed $(or $(SEED),7) --scenario gone-watches --objects 200
	node test/faults/run.mjs --seed $(or $(SEED),7) --scenario failing-keys --objects 10000
	node test/faults/run.mjs --seed $(or $(SEED),7) --scenario late-reads --objects 200
	node test/faults/run.mjs --seed $(or $(SEED),7) --scenario rotation --objects 500
	node test/faults/run.mjs --seed $(or $(SEED),7) --scenario many-objects --objects 50000
else
	node test/faults/run.mjs --seed $(or $(SEED),7) --scenario $(SCENARIO) $(if $(OBJECTS),--objects $(OBJECTS))
endif

.PHONY: compatibility
compatibility: build control-plane ## Run the real-server suites on kube-apiserver 1.35, 1.36 and 1.37, and write the table of the book.
	node scripts/compatibility.mjs $(RELEASES)

.PHONY: book
book: ## Build the book as a static site into book/.
	node scripts/docs-book.mjs book

.PHONY: book-serve
book-serve: book ## Build the book and serve it on this machine.
	node scripts/site/serve.mjs book

.PHONY: clean
clean: ## Remove what was built.
	rm -rf dist node_modules coverage
