//! Which functions `simdiff init` pairs because the program stores them in one place.

use std::fs;

use tempfile::TempDir;

#[path = "support/suite.rs"]
mod support;

/// Versions of two functions whose names have nothing in common.
const VERSIONS: &str = "\
static unsigned plus(unsigned x, unsigned y, unsigned z) { return x + y + z; }
static unsigned PixAddMMXEXT(unsigned x, unsigned y, unsigned z) { return z + (y + x); }
static unsigned wide(unsigned x, unsigned y, unsigned z) { return y + z + x; }
static unsigned difference(unsigned x, unsigned y) { return x - y; }
static unsigned ff_sub_x86_2(unsigned x, unsigned y) { return ~(~x + y); }
";

/// The pairs of a first suite for these files: `reference port`, in its order.
fn pairs(files: &[(&str, &str)]) -> Vec<String> {
    let directory = support::directory(files);
    let (code, text) = support::simdiff(&directory, &["init"]);
    match code {
        0 => in_manifest(&directory),
        _ => vec![text],
    }
}

fn in_manifest(directory: &TempDir) -> Vec<String> {
    let manifest = fs::read_to_string(directory.path().join("simdiff.toml")).expect("a manifest");
    let value = |line: &str, key: &str| {
        let line = line.trim_start_matches("# ");
        let value = line.strip_prefix(key)?.strip_prefix(" = ")?;
        Some(value.trim_matches('"').to_owned())
    };
    let all = |key: &str| -> Vec<String> {
        manifest
            .lines()
            .filter_map(|line| value(line, key))
            .collect()
    };
    let both = all("reference").into_iter().zip(all("port"));
    both.map(|(reference, port)| format!("{reference} {port}"))
        .collect()
}

/// The same source in C and in C++.
fn in_both(code: &str) -> [Vec<String>; 2] {
    let source = format!("{VERSIONS}{code}");
    ["dsp.c", "dsp.cpp"].map(|name| pairs(&[(name, &source)]))
}

#[test]
fn members_of_constant_tables_are_versions() {
    let code = "\
struct ops { int level; unsigned (*add)(unsigned, unsigned, unsigned); unsigned (*sub)(unsigned, unsigned); };
static const struct ops plain = { 0, plus, difference };
static const struct ops sse2_ops = { 1, PixAddMMXEXT, ff_sub_x86_2 };
const struct ops *ops(int level) { return level ? &sse2_ops : &plain; }
unsigned last(unsigned x) { return wide(x, x, x); }
";
    for found in in_both(code) {
        assert_eq!(found, ["plus PixAddMMXEXT", "difference ff_sub_x86_2"]);
    }
}

#[test]
fn entries_of_one_table_are_versions() {
    let code = "\
struct entry { const char *name; unsigned (*add)(unsigned, unsigned, unsigned); };
static const struct entry entries[] = { { \"c\", plus }, { \"mmx\", PixAddMMXEXT } };
const struct entry *entry(int i) { return &entries[i]; }
unsigned last(unsigned x) { return wide(x, x, x) - difference(x, x); }
";
    for found in in_both(code) {
        assert_eq!(found, ["plus PixAddMMXEXT"]);
    }
}

#[test]
fn elements_of_an_array_are_versions_by_their_names() {
    let code = "\
typedef unsigned (*add_fn)(unsigned, unsigned, unsigned);
extern const add_fn by_level[];
const add_fn by_level[] = { plus, plus, PixAddMMXEXT };
unsigned last(unsigned x) { return wide(x, x, x) - difference(x, x); }
";
    for found in in_both(code) {
        assert_eq!(found, ["plus PixAddMMXEXT"]);
    }
}

#[test]
fn what_one_member_is_set_to_are_versions() {
    let code = "\
struct dsp { int n; unsigned (*sub)(unsigned, unsigned); unsigned (*add)(unsigned, unsigned, unsigned); };
void init(struct dsp *d, int flags) {
    d->add = plus;
    d->sub = flags & 4 ? ff_sub_x86_2 : difference;
    if (flags & 1) d->add = PixAddMMXEXT;
    if (flags & 2) d->add = wide;
}
";
    for mut found in in_both(code) {
        found.sort();
        assert_eq!(
            found,
            ["difference ff_sub_x86_2", "plus PixAddMMXEXT", "plus wide"]
        );
    }
}

#[test]
fn what_one_variable_is_set_to_in_several_files_are_versions() {
    let header = "extern unsigned (*add)(unsigned, unsigned, unsigned);\n";
    let first = format!(
        "{header}unsigned (*add)(unsigned, unsigned, unsigned);
static unsigned plus(unsigned x, unsigned y, unsigned z) {{ return x + y + z; }}
void setup(void) {{ add = plus; }}
"
    );
    let second = format!(
        "{header}static unsigned sum(unsigned x, unsigned y, unsigned z) {{ return z + (y + x); }}
void start_sse2(void) {{ add = sum; }}
"
    );
    let found = pairs(&[("dsp.c", &first), ("dsp_sse2.c", &second)]);
    assert_eq!(found, ["plus sum"]);
}

#[test]
fn what_a_resolver_returns_are_versions() {
    let code = "\
typedef unsigned (*add_fn)(unsigned, unsigned, unsigned);
typedef unsigned (*sub_fn)(unsigned, unsigned);
add_fn resolve_add(void) {
    if (__builtin_cpu_supports(\"avx2\")) return wide;
    return __builtin_cpu_supports(\"mmx\") ? PixAddMMXEXT : plus;
}
sub_fn resolve_sub(void) {
    sub_fn best = difference;
    if (__builtin_cpu_supports(\"sse2\")) best = ff_sub_x86_2;
    return best;
}
unsigned add(unsigned, unsigned, unsigned) __attribute__((ifunc(\"resolve_add\")));
unsigned sub(unsigned, unsigned) __attribute__((ifunc(\"resolve_sub\")));
";
    let in_cpp = format!("extern \"C\" {{\n{code}}}\n");
    for (name, code) in [("dsp.c", code), ("dsp.cpp", &in_cpp)] {
        let mut found = pairs(&[(name, &format!("{VERSIONS}{code}"))]);
        found.sort();
        assert_eq!(
            found,
            ["difference ff_sub_x86_2", "plus PixAddMMXEXT", "plus wide"],
            "{name}"
        );
    }
}

/// Clones of one source have one name, and a member that is set to one of several by a mode has
/// functions that compute different things.
#[test]
fn clones_and_modes_are_no_versions() {
    let code = "\
struct dsp { unsigned (*op)(unsigned, unsigned, unsigned); };
void init(struct dsp *d, int mode) {
    switch (mode) {
    case 0: d->op = plus; break;
    case 1: d->op = wide; break;
    }
}
unsigned third(unsigned x, unsigned y, unsigned z) { return PixAddMMXEXT(x, y, z); }
__attribute__((target_clones(\"avx2\", \"default\"))) int sum(const int *x) { return x[0] + x[1]; }
";
    let found = pairs(&[("dsp.c", &format!("{VERSIONS}{code}"))]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("no two functions"), "{found:?}");
}

/// Functions of headers help others: two of them with equal parameters need not be versions.
#[test]
fn functions_of_headers_are_not_paired_by_their_parameters() {
    let header = "\
static inline int larger(int x, int y) { return x > y ? x : y; }
static inline int smaller(int x, int y) { return x < y ? x : y; }
";
    let source = "\
#include \"math.h\"
int clamped(int x, int y, int z) { return smaller(larger(x, y), z); }
";
    let found = pairs(&[("math.h", header), ("clamp.c", source)]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("no two functions"), "{found:?}");
    let both = format!(
        "{header}int clamped(int x, int y, int z) {{ return smaller(larger(x, y), z); }}\n"
    );
    assert_eq!(pairs(&[("clamp.c", &both)]), ["larger smaller"]);
}
