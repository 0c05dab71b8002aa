//! Harnesses that `--emit-harness` writes compile by themselves, and `simdiff run` decides
//! them.

use std::path::Path;
use std::process::Command;

/// Runs simdiff in a directory; the exit code, and what it printed.
fn simdiff(directory: &Path, words: &str) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(directory)
        .args(shlex::split(words).expect("words"))
        .output()
        .expect("the binary runs");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    (output.status.code(), text)
}

/// Writes a source, has a harness written for `f` and `g` or `h` in it, and runs that.
fn codes(source: (&str, &str), harness: &str, options: &str) -> [Option<i32>; 2] {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join(source.0), source.1).expect("it can be written");
    ["g", "h"].map(|port| {
        let words = format!(
            "check {} --reference f --port {port} --emit-harness {harness} {options}",
            source.0
        );
        let (code, text) = simdiff(directory.path(), &words);
        assert_eq!(code, Some(0), "{text}");
        simdiff(directory.path(), &format!("run {harness}")).0
    })
}

/// A harness is wider than a check of fewer inputs, and says so.
#[test]
fn what_a_harness_does_not_take_is_named() {
    let directory = tempfile::tempdir().expect("a directory");
    let source = "int f(int x) { return x / 2; }\nint g(int x) { return x >> 1; }\n";
    std::fs::write(directory.path().join("f.c"), source).expect("it can be written");
    let words = "check f.c --reference f --port g --emit-harness harness.c";
    let (code, text) = simdiff(directory.path(), words);
    assert!(code == Some(0) && !text.contains("note:"), "{text}");
    let words = format!("{words} --arg 'x=i32 in 0..9' --assume 'x > 2' --assume-finite");
    let (code, text) = simdiff(directory.path(), &words);
    assert_eq!(code, Some(0), "{text}");
    let note = "note: the harness has nothing of --arg, --assume, --assume-finite:";
    assert!(text.contains(note), "{text}");
}

#[test]
fn structures_callbacks_and_rows() {
    const SOURCE: &str = "
        struct node { int v; struct node *next; };
        struct image { int w; unsigned char *pixels, *plane[2]; int (*less)(int, int); unsigned on : 1; };
        static int less(int a, int b) { return a < b; }
        int f(struct image *im, const struct node *at, void *scratch, char **rows)
        {
            int sum = less(1, 2);
            for (int i = 0; i < im->w; i++) sum += im->pixels[i] + im->less(i, im->plane[1][i]);
            rows[1][0] = im->on;
            return at->next ? sum : sum + at->v;
        }
        int g(struct image *im, const struct node *at, void *scratch, char **rows)
        {
            int sum = 1 + (at->next ? 0 : at->v);
            for (int i = im->w; i-- > 0;) sum += im->pixels[i] + (i < im->plane[1][i]);
            rows[1][0] = im->on;
            return sum;
        }
        int h(struct image *im, const struct node *at, void *scratch, char **rows)
        {
            rows[1][1] = 0;
            return g(im, at, scratch, rows);
        }
    ";
    let codes = codes(("f.c", SOURCE), "harness.c", "--size im->w=0..2");
    assert_eq!(codes, [Some(0), Some(1)]);
}

/// A structure that is passed by value leads to memory that the versions change.
#[test]
fn memory_behind_values() {
    const SOURCE: &str = "
        struct image { unsigned char *pixels; int w; };
        int f(image im) { for (int i = 0; i < im.w; i++) im.pixels[i] = 255; return im.w; }
        int g(image im) { for (int i = im.w - 1; i >= 0; i--) im.pixels[i] = 255; return im.w; }
        int h(image im) { for (int i = 1; i < im.w; i++) im.pixels[i] = 255; return im.w; }
    ";
    let options = "--size im.w=2";
    assert_eq!(
        codes(("m.cpp", SOURCE), "harness.cpp", options),
        [Some(0), Some(1)]
    );
}

#[test]
fn containers_of_containers() {
    const SOURCE: &str = "
        #include <optional>
        #include <utility>
        #include <vector>
        using rows = std::vector<std::vector<short>>;
        std::vector<std::pair<short, std::optional<bool>>> f(const rows &m)
        {
            std::vector<std::pair<short, std::optional<bool>>> out;
            for (auto &row : m)
                if (!row.empty()) out.emplace_back(row[0], row.size() > 1 ? std::optional(row[1] > 0) : std::nullopt);
            return out;
        }
        std::vector<std::pair<short, std::optional<bool>>> g(const rows &m)
        {
            std::vector<std::pair<short, std::optional<bool>>> out(m.size());
            std::size_t n = 0;
            for (auto &row : m) {
                if (row.empty()) continue;
                out[n].first = row.front();
                if (row.size() > 1) out[n].second = 0 < row[1];
                n++;
            }
            out.resize(n);
            return out;
        }
        std::vector<std::pair<short, std::optional<bool>>> h(const rows &m)
        {
            auto out = g(m);
            if (out.size() == 2) out.pop_back();
            return out;
        }
    ";
    let codes = codes(("f.cpp", SOURCE), "harness.cpp", "--size m=2");
    assert_eq!(codes, [Some(0), Some(1)]);
}

#[test]
fn a_class_without_a_default_constructor() {
    const SOURCE: &str = "
        struct gain { int k; explicit gain(int k) : k(k) {} };
        class meter {
            int peak[4];
            float table[40];
            gain own;
            int sums[2][3];
        public:
            meter(int n) : own(n) {}
            int f(const int (&x)[4], gain g, gain *at, int m[2][3])
            {
                for (int i = 0; i < 6; i++) m[i / 3][i % 3] = sums[i / 3][i % 3];
                at[1] = own;
                peak[2] = x[1];
                return g.k + own.k * x[3];
            }
            int g(const int (&x)[4], gain g, gain *at, int m[2][3])
            {
                peak[2] = x[1];
                at[1].k = own.k;
                for (int i = 0; i < 2; i++)
                    for (int j = 0; j < 3; j++) m[i][j] = sums[i][j];
                return x[3] * own.k + g.k;
            }
            int h(const int (&x)[4], gain g, gain *at, int m[2][3])
            {
                const int result = this->g(x, g, at, m);
                peak[1] = 0;
                return result;
            }
        };
    ";
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("meter.cpp"), SOURCE).expect("it can be written");
    let codes = ["g", "h"].map(|port| {
        let words = format!(
            "check meter.cpp --reference meter::f --port meter::{port} --emit-harness own.cpp"
        );
        let (code, text) = simdiff(directory.path(), &words);
        assert_eq!(code, Some(0), "{text}");
        simdiff(directory.path(), &command(directory.path(), "own.cpp")).0
    });
    assert_eq!(codes, [Some(0), Some(1)]);
}

/// The command that a harness says.
fn command(directory: &Path, harness: &str) -> String {
    let text = std::fs::read_to_string(directory.join(harness)).expect("the harness");
    let line = text
        .lines()
        .find_map(|line| line.trim().strip_prefix("*     simdiff "));
    line.expect("a command").to_owned()
}

#[test]
fn the_command_has_the_flags_of_the_build() {
    let directory = tempfile::tempdir().expect("a directory");
    let at = directory.path();
    let write = |name, text: &str| std::fs::write(at.join(name), text).expect("a file");
    write(
        "f.c",
        "int f(int x) { return x + ONE; }\nint g(int x) { return ONE + x; }\n",
    );
    let place = at.display();
    let entry =
        format!(r#"[{{"directory":"{place}","file":"f.c","command":"cc -DONE=1 -c f.c"}}]"#);
    write("compile_commands.json", &entry);
    let words = "check f.c -p . --reference f --port g --emit-harness own.c";
    let (code, text) = simdiff(at, words);
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = simdiff(at, &command(at, "own.c"));
    assert_eq!(code, Some(0), "{text}");
}

/// A kernel is launched, and a harness cannot do that.
#[test]
fn kernels_have_no_harness() {
    let directory = tempfile::tempdir().expect("a directory");
    let at = directory.path();
    let write = |name: &str, text: &str| std::fs::write(at.join(name), text).expect("written");
    write(
        "f.c",
        "void f(int *o, int n) { for (int i = 0; i < n; i++) o[i] = i; }\n",
    );
    write(
        "g.cl",
        "__kernel void g(__global int *o, int n) { o[get_global_id(0)] = 1; }\n",
    );
    let words = "check f.c g.cl --reference f --port g --global n --emit-harness h.cpp";
    let (code, text) = simdiff(at, words);
    assert_eq!(code, Some(2), "{text}");
    assert!(
        text.contains("g.cl is OpenCL C") && text.contains("simdiff run"),
        "{text}"
    );
    assert!(!at.join("h.cpp").exists());
}
