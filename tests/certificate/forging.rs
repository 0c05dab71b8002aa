//! A certificate is refused that claims more than what is in it, even when every
//! digest is made to fit.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::support::{certificate, checked, example, kernel, lines, resealed, sealed};

fn sample(file: &Path, words: &str) -> Vec<Value> {
    lines(&certificate(file, &shlex::split(words).expect("words")))
}

/// A file with this code.
fn code(dir: &tempfile::TempDir, text: &str) -> std::path::PathBuf {
    let file = dir.path().join("code.c");
    std::fs::write(&file, text).expect("written");
    file
}

/// The reason for which a forgery is refused.
fn refusal(lines: &[Value]) -> String {
    match checked(&resealed(lines)) {
        Ok(_) => panic!("accepted: {}", lines[0]),
        Err(failure) => failure.to_string(),
    }
}

/// Lines without those about sizes and what is proved at them.
fn without_proofs(mut lines: Vec<Value>) -> Vec<Value> {
    let about = ["size", "obligation", "lemma", "executed", "rewrite"];
    lines.retain(|line| about.iter().all(|kind| line.get(kind).is_none()));
    for line in &mut lines {
        if let Some(end) = line.get_mut("end") {
            end["obligations"] = json!(0);
            end["sizes"] = json!(0);
        }
    }
    lines
}

const SAXPY: &str = "--reference saxpy_scalar --port saxpy_sse --size n=3..4";

#[test]
fn what_has_no_size_proves_nothing() {
    let forged = without_proofs(sample(&example("saxpy/saxpy.c"), SAXPY));
    assert!(refusal(&forged).contains("nothing in it to prove"));
}

#[test]
fn what_has_no_paths_proves_nothing() {
    let mut forged = without_proofs(sample(&example("saxpy/saxpy.c"), SAXPY));
    let outputs: Vec<String> = (0..3).map(|i| format!("y[{i}]")).collect();
    let size = json!({"size": {"number": 0, "sizes": "n = 3", "paths": 0, "outputs": outputs, "conditions": 0}});
    let end = forged.pop().expect("an end");
    forged.push(size);
    forged.push(end);
    let last = forged.len() - 1;
    forged[last]["end"]["sizes"] = json!(1);
    assert!(refusal(&forged).contains("nothing was compared at n = 3"));
}

#[test]
fn names_belong_to_the_header() {
    let original = sample(&example("saxpy/saxpy.c"), SAXPY);
    assert!(checked(&resealed(&original)).is_ok());
    for (field, other) in [
        ("port", json!("sha256_avx2")),
        ("reference", json!("sha256")),
        ("leaning_on", json!([])),
    ] {
        let mut forged = original.clone();
        forged[0]["certificate"][field] = other;
        assert!(checked(&sealed(&forged)).is_err(), "{field}");
    }
    let mut forged = original.clone();
    let source = json!({"file": "saxpy.c", "sha256": "00"});
    forged[0]["certificate"]["sources"] = json!([source]);
    assert!(checked(&sealed(&forged)).is_err());
}

#[test]
fn sizes_are_those_that_were_proved() {
    let original = sample(&example("saxpy/saxpy.c"), SAXPY);
    for more in ["n = 3..1000000", "n = 3..5", "n = 3", "", "m = 1; n = 3..4"] {
        let mut forged = original.clone();
        forged[0]["certificate"]["sizes"] = json!(more);
        assert!(refusal(&forged).contains("size"), "{more}");
    }
}

#[test]
fn a_contract_says_what_has_to_be_proved() {
    let original = sample(&example("saxpy/saxpy.c"), SAXPY);
    let written = |param: &&mut Value| param["direction"] == json!("inout");
    type Change = fn(&mut Value);
    let changes: [(Change, &str); 4] = [
        (|p| p["element"]["leaves"] = json!([]), "without scalars"),
        (|p| p["direction"] = Value::Null, "neither read"),
        (|p| p["alias"] = p["name"].clone(), "the memory of no"),
        (|p| p["direction"] = json!("none"), "neither read"),
    ];
    for (change, why) in changes {
        let mut forged = original.clone();
        let params = forged[0]["certificate"]["contract"]["params"].as_array_mut();
        let param = params.into_iter().flatten().find(written);
        change(param.expect("an output"));
        assert!(refusal(&forged).contains(why), "{why}");
    }
    let mut forged = original.clone();
    forged[0]["certificate"]["sizes"] = json!("n = 0..64; n = 3..4");
    assert!(refusal(&forged).contains("given twice"));
}

/// Functions over two sizes, of which not every combination is tried.
const RECTANGLE: &str = "
    int area(const int *a, int w, int h) {
        int sum = 0;
        for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) sum += a[y * w + x];
        return sum;
    }
    int flat(const int *a, int w, int h) {
        int sum = 0;
        for (int y = 0; y < h; y++, a += w) for (int x = 0; x < w; x++) sum += a[x];
        return sum;
    }";

#[test]
fn combinations_of_sizes_are_counted() {
    let dir = tempfile::tempdir().expect("a directory");
    let original = sample(&code(&dir, RECTANGLE), "--reference area --port flat");
    let sizes = original[0]["certificate"]["sizes"].as_str().expect("sizes");
    let (counts, values) = sizes
        .split_once(" combinations of ")
        .expect("a part of all");
    assert!(checked(&resealed(&original)).is_ok(), "{sizes}");
    let (some, all) = counts.split_once(" of the ").expect("two numbers");
    for other in [
        values.to_owned(),
        format!("{all} of the {all} combinations of {values}"),
        format!("{some} of the {some} combinations of {values}"),
    ] {
        let mut forged = original.clone();
        forged[0]["certificate"]["sizes"] = json!(other);
        assert!(refusal(&forged).contains("combinations"), "{other}");
    }
}

#[test]
fn every_output_of_the_contract_is_proved() {
    let original = sample(&example("saxpy/saxpy.c"), SAXPY);
    let mut forged = original.clone();
    let of_it = |line: &Value| line["obligation"]["output"][1] == "y[1]";
    forged.retain(|line| !of_it(line));
    let mut number = 0;
    for line in &mut forged {
        if let Some(size) = line.get_mut("size") {
            let names = size["outputs"].as_array_mut().expect("names");
            names.retain(|name| name != "y[1]");
        }
        if let Some(obligation) = line.get_mut("obligation") {
            obligation["number"] = json!(number);
            number += 1;
        }
        if let Some(end) = line.get_mut("end") {
            end["obligations"] = json!(number);
        }
    }
    assert!(refusal(&forged).contains("y[1] is no output at n = 3"));
}

/// Equal outputs on a path that nothing takes.
#[test]
fn paths_are_taken_by_inputs() {
    let dir = tempfile::tempdir().expect("a directory");
    let text = "int up(int v) { return v < 0 ? 5 : v + 1; }\n\
                int down(int v) { return v < 0 ? 5 : 1 + v; }\n";
    let words = "--reference up --port down --no-merge";
    let original = sample(&code(&dir, text), words);
    assert!(checked(&resealed(&original)).is_ok());
    let never = |line: &&Value| line["term"]["op"] == "const" && line["term"]["width"] == 1;
    let mut forged = original.clone();
    let mut number = forged
        .iter()
        .find(never)
        .map(|line| line["term"]["number"].clone());
    if number.is_none() {
        let last = forged.iter().rposition(|line| line.get("term").is_some());
        let last = last.expect("terms");
        let next = json!(forged[last]["term"]["number"].as_u64().expect("a number") + 1);
        let term = json!({"term": {"number": next, "op": "const", "width": 1, "value": "0x0"}});
        forged.insert(last + 1, term);
        number = Some(next);
    }
    for line in &mut forged {
        if let Some(obligation) = line.get_mut("obligation") {
            let condition = json!({"condition": number});
            obligation["path"] = json!([number]);
            obligation["given"] = json!([condition]);
            obligation["proof"] = json!(["contradiction"]);
        }
    }
    assert!(
        checked(&resealed(&forged)).is_err(),
        "{}",
        resealed(&forged)
    );
}

const CLAMPED: &str = "float positive(float v) { return v < 0 ? 0 : v; }\n\
                       float same(float v) { return v; }\n";

#[test]
fn ranges_are_those_of_the_contract() {
    let dir = tempfile::tempdir().expect("a directory");
    let words = "--reference positive --port same --arg 'v=f32 in 3..5'";
    let original = sample(&code(&dir, CLAMPED), words);
    let summary = checked(&resealed(&original)).expect("it follows");
    assert_eq!(summary.ranges["v"], (3.0, 5.0));
    let param = |lines: &mut Vec<Value>| lines[0]["certificate"]["contract"]["params"][0].take();
    let mut forged = original.clone();
    let mut without = param(&mut forged);
    without.as_object_mut().expect("fields").remove("range");
    forged[0]["certificate"]["contract"]["params"][0] = without;
    assert!(refusal(&forged).contains("does not say that v is within 3.0..5.0"));
    let mut forged = original.clone();
    let mut wider = param(&mut forged);
    wider["range"]["low"] = json!(-3.0);
    forged[0]["certificate"]["contract"]["params"][0] = wider;
    assert!(refusal(&forged).contains("does not say that v is within 3.0..5.0"));
}

#[test]
fn integers_are_compared_bit_for_bit() {
    let original = sample(&example("saxpy/saxpy.c"), SAXPY);
    let mut forged = original.clone();
    let params = forged[0]["certificate"]["contract"]["params"].as_array_mut();
    let params = params.into_iter().flatten();
    let written = params.filter(|p| p["direction"] == json!("inout"));
    let integer = json!({"kind": "int", "bits": 32, "signed": false});
    let leaves = written.filter_map(|p| p["element"]["leaves"].get_mut(0));
    assert!(leaves.map(|leaf| leaf["scalar"] = integer.clone()).count() > 0);
    assert!(refusal(&forged).contains("is compared as numbers of another type"));
}

#[test]
fn conventions_are_named() {
    let original = sample(&example("saxpy/saxpy.c"), SAXPY);
    let mut forged = original.clone();
    forged[0]["certificate"]["leaning_on"] = json!([]);
    assert!(refusal(&forged).contains("does not say that it leans on: NaN results"));
}

/// Exit code and output of `simdiff certificate check`.
fn audited(words: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .args(["certificate", "check"])
        .args(words)
        .output()
        .expect("simdiff runs");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    (output.status.code().expect("no signal"), text)
}

/// The answer says what the claim is about: which inputs are left out, what is called before.
#[test]
fn what_a_claim_rests_on_is_printed() {
    let dir = tempfile::tempdir().expect("a directory");
    let source = "#include <assert.h>\n\
                  static unsigned table[4];\n\
                  void fill(void) { for (unsigned i = 0; i < 4; i++) table[i] = i; }\n\
                  unsigned f(int x) { assert(x >= 0); return table[x % 4]; }\n\
                  unsigned g(int x) { return x & 3; }\n";
    let file = code(&dir, source);
    let words = "--reference f --port g --setup fill";
    let mut lines = sample(&file, words);
    let path = dir.path().join("certificate");
    std::fs::write(&path, sealed(&lines)).expect("written");
    let (certificate, source) = (path.to_str().expect("UTF-8"), file.to_str().expect("UTF-8"));
    let (code, text) = audited(&[certificate]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("except on the inputs left out"), "{text}");
    assert!(
        text.contains("left out    inputs on which the reference fails"),
        "{text}"
    );
    assert!(text.contains("contract    setup fill\n"), "{text}");
    let against = [
        &[certificate, "--against", source, "--"][..],
        &["--setup", "fill"],
    ]
    .concat();
    assert_eq!(audited(&against).0, 0);
    lines[0]["certificate"]["left_out"] = json!([]);
    std::fs::write(&path, resealed(&lines)).expect("written");
    let (code, text) = audited(&against);
    assert!(
        code == 1 && text.contains("the inputs left out of the certificate"),
        "{text}"
    );
}

/// A range says less than an enumeration: its other values are not among the inputs.
#[test]
fn enumerators_are_printed() {
    let dir = tempfile::tempdir().expect("a directory");
    let source = "enum gear { REVERSE = -1, FIRST = 3, SECOND = 9 };\n\
                  int f(enum gear g) { return g == FIRST ? 1 : g == SECOND ? 2 : 0; }\n\
                  int g(enum gear g) { return (g > 0) + (g > 3); }\n";
    let file = code(&dir, source);
    let certificate = dir.path().join("certificate");
    let lines = sample(&file, "--reference f --port g");
    std::fs::write(&certificate, sealed(&lines)).expect("written");
    let (code, text) = audited(&[certificate.to_str().expect("UTF-8")]);
    assert_eq!(code, 0, "{text}");
    let row = "contract    g=i32, one of REVERSE = -1, FIRST = 3, SECOND = 9\n";
    assert!(text.contains(row), "{text}");
}

#[test]
fn a_certificate_belongs_to_code() {
    let dir = tempfile::tempdir().expect("a directory");
    let words = "--reference positive --port same --arg 'v=f32 in 3..5'";
    let file = code(&dir, CLAMPED);
    let mut lines = sample(&file, words);
    let path = dir.path().join("certificate");
    std::fs::write(&path, sealed(&lines)).expect("written");
    let (certificate, source) = (path.to_str().expect("UTF-8"), file.to_str().expect("UTF-8"));
    let (code, text) = audited(&[certificate]);
    assert!(code == 0 && text.contains("v in 3..5"), "{text}");
    assert!(text.contains("contract    v=f32\n"), "{text}");
    assert!(text.contains("contract    returns f32\n"), "{text}");
    assert!(text.contains("not compared with any"), "{text}");
    let against = [
        certificate,
        "--against",
        source,
        "--",
        "--arg",
        "v=f32 in 3..5",
    ];
    let (code, text) = audited(&against);
    assert!(code == 0 && text.contains("executed anew"), "{text}");

    // Another contract, other code, other names.
    let (code, text) = audited(&[
        certificate,
        "--against",
        source,
        "--",
        "--arg",
        "v=f32 in 3..6",
    ]);
    assert!(code == 1 && text.contains("the contract"), "{text}");
    let other = CLAMPED.replace("return v;", "return v + 0.0f;");
    std::fs::write(&file, other).expect("written");
    let (code, text) = audited(&against);
    assert!(code == 1 && text.contains("another term"), "{text}");
    let wrong = CLAMPED.replace("return v;", "return v + v;");
    std::fs::write(&file, wrong).expect("written");
    let (code, text) = audited(&against);
    assert!(
        code == 1 && text.contains("not proved of this code"),
        "{text}"
    );
    std::fs::write(&file, CLAMPED.replace("same", "other")).expect("written");
    lines[0]["certificate"]["port"] = json!("other");
    std::fs::write(&path, resealed(&lines)).expect("written");
    let (code, text) = audited(&against);
    assert_eq!(code, 0, "the code is the same under another name: {text}");
    lines[0]["certificate"]["port"] = json!("positive");
    std::fs::write(&path, resealed(&lines)).expect("written");
    let (code, text) = audited(&against);
    assert!(code == 1 && text.contains("another term"), "{text}");
}

#[test]
fn rules_of_the_user_are_named_and_printed() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = code(
        &dir,
        "unsigned f(unsigned x, unsigned y) { return x + y; }\n\
         unsigned g(unsigned x, unsigned y) { return (x ^ y) + 2 * (x & y); }\n",
    );
    let rules = dir.path().join("my.rules");
    let rule = "(rule sum-by-carries (tier exact) (source \"carries\")\n  \
                (<=> (sext [?w] (sext [?v] (concat ?x ?y))) (sext [?w] (concat ?x ?y))))\n";
    std::fs::write(&rules, rule).expect("written");
    let named = rules.to_str().expect("UTF-8");
    let words = format!("--reference f --port g --trust-rules --rules {named}");
    let lines = sample(&file, &words);
    let path = dir.path().join("certificate");
    std::fs::write(&path, sealed(&lines)).expect("written");
    let path = path.to_str().expect("UTF-8");
    let (code, text) = audited(&[path, "--rules", named, "--trust-rules"]);
    assert!(code == 0 && text.contains("given RULES and that"), "{text}");
    assert!(text.contains("the rule sum-by-carries of"), "{text}");
    // Not found, not trusted, written in another way.
    assert_eq!(audited(&[path]).0, 3);
    assert_eq!(audited(&[path, "--rules", named]).0, 2);
    std::fs::write(&rules, rule.replace("\"carries\"", "\"Knuth\"")).expect("written");
    assert_eq!(audited(&[path, "--rules", named, "--trust-rules"]).0, 1);
}

/// The values of an enumeration in memory are those of the contract.
#[test]
fn values_of_fields_are_those_of_the_contract() {
    let words = "--reference direction --port direction_shifted";
    let original = sample(&kernel("mixed_fields.c"), words);
    assert!(checked(&resealed(&original)).is_ok());
    for (key, other) in [
        (
            "values",
            json!({"combined": false, "enumerators": [{"name": "FAR", "value": 7}]}),
        ),
        (
            "scalar",
            json!({"bits": 32, "kind": "int", "signed": false}),
        ),
        ("offset", json!(0)),
    ] {
        let mut forged = original.clone();
        forged[0]["certificate"]["contract"]["params"][0]["element"]["leaves"][1][key] = other;
        let why = refusal(&forged);
        assert!(
            why.contains("does not say that step is within"),
            "{key}: {why}"
        );
    }
}

/// Every size is proved in every state that static variables are left in.
#[test]
fn states_are_not_left_out() {
    let words = "--reference negate --port negate_by_table --size n=0..2";
    let original = sample(&kernel("filled_once.c"), words);
    assert!(checked(&resealed(&original)).is_ok());
    for states in [json!(0), json!(1), json!(3)] {
        let mut forged = original.clone();
        forged[0]["certificate"]["states"] = states;
        assert!(refusal(&forged).contains("state of the static variables"));
    }
    let mut forged = original;
    for line in &mut forged {
        if let Some(size) = line.get_mut("size").filter(|size| size.is_object()) {
            size["state"] = json!(0);
        }
    }
    assert!(refusal(&forged).contains("state of the static variables"));
}
