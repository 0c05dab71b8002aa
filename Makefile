# simdiff: every target starts from a bare Debian 12 machine with cargo.
.PHONY: demo test lint bench compare book mutants fuzz faults prove pocl oclgrind slurm page hardware-report dependencies clean

demo: dependencies ## build, and run the main job on the examples
	cargo build --release --quiet
	scripts/demo

test: dependencies ## everything that must hold, in under ten minutes on two cores
	cargo test --workspace --quiet --no-fail-fast

lint: dependencies ## formatting, clippy and rustdoc with warnings denied
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --quiet -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet --document-private-items

bench: dependencies ## the executor, launches, node rate, bytes a node, linearity in n, whole checks
	cargo bench --workspace

compare: dependencies ## verdicts and CPU times of two release builds on all check lines, side by side: BEFORE=the other binary [LINES="its examples and tests/kernels"]
	cargo build --release --quiet
	cargo bench --quiet --bench verdicts -- $(BEFORE) $${CARGO_TARGET_DIR:-target}/release/simdiff $(LINES)

book: ## the pages of docs as a book in target/book
	command -v mdbook > /dev/null || cargo install mdbook --version '^0.5' --locked
	mdbook build docs

mutants: dependencies ## every mutant of every example, not just the sample of `make test`
	SIMDIFF_MUTANTS=all cargo test --release --test mutants -- --nocapture

prove: dependencies ## how each rewrite rule was checked, as a table
	cargo run --release --quiet -- rules prove

pocl: dependencies ## the builtins of OpenCL C against PoCL, where that is installed
	scripts/pocl

oclgrind: dependencies ## time against work-items beside Oclgrind, where that is installed
	scripts/oclgrind

slurm: dependencies ## a suite as shards of GNU parallel and of a Slurm of one node, merged, where those are installed
	scripts/slurm

page: dependencies ## the HTML report in a headless Chromium, where that is installed, and pictures of it in target/page
	scripts/page

hardware-report: dependencies ## a million random vectors for each SIMD lowering; writes the file of this kind of processor in docs/hardware
	SIMDIFF_ORACLE_VECTORS=1000000 SIMDIFF_HARDWARE_REPORT=$(CURDIR)/docs/hardware \
	cargo test --release --package simdiff-sse-lowering --test hardware

fuzz: dependencies ## 10,000 random C functions natively and by the executor, 10,000 random claims by the ladder and on all inputs, a million damaged suites, cache entries, snapshots and options, 250,000 certificates, 14,000 files for LLVM and command lines
	SIMDIFF_FUZZ=10000 cargo test --release --test programs fuzz
	SIMDIFF_FUZZ=5000 cargo test --release --test ladder -- --nocapture
	SIMDIFF_FUZZ=1000000 cargo test --release --test damaged
	SIMDIFF_FUZZ=1000000 cargo test --release --test certificate damaged
	SIMDIFF_FUZZ=2000 cargo test --release --test hostile

faults: dependencies ## 1,000 checks in one suite, a hundred runs killed, and what a full disk, a wrong clock and a closed pipe do
	cargo build --release --quiet
	scripts/faults

dependencies:
	@scripts/install-dependencies

clean: ## remove what was built
	cargo clean
