//! Scans a header for C intrinsics and makes a caller of each.
//!
//! The types of a macro's parameters come from the comment above it, else from the casts in
//! its body, `(__v4si)(__m128i)(A)`, else from the intrinsic that receives the parameter. A
//! parameter without any of these is an immediate.

use std::collections::BTreeMap;

/// Whether the intrinsic returns a value, and its parameters with their types.
type Prototype = (bool, Vec<String>);

/// The intrinsics found so far, by name.
#[derive(Default)]
pub struct Prototypes(BTreeMap<String, Prototype>);

impl Prototypes {
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds the functions and macros of a header. A macro that only gives another intrinsic
    /// a new name or an immediate is left out.
    pub fn scan(&mut self, header: &str) {
        let header = header.replace("\\\n", " ");
        let (comments, code): (Vec<&str>, Vec<&str>) =
            header.lines().partition(|l| l.starts_with("///"));
        let code = code.join("\n");
        for definition in code.split("static ").skip(1) {
            let head = definition.split(['{', ';']).next().unwrap();
            self.0.extend(prototype(head));
        }
        // Declarations without a body, which are clang builtins.
        let declared = |l: &&str| l.contains(" _mm_") && l.ends_with(");") && !l.starts_with(' ');
        for line in code.lines().filter(declared) {
            self.0.extend(prototype(line));
        }
        let comments: Vec<_> = comments.iter().map(|l| &l[3..]).collect();
        let comments = comments.join("\n");
        let documented: BTreeMap<String, Prototype> = comments
            .split("\\code")
            .filter_map(|text| prototype(text.split(';').next()?))
            .collect();
        for line in code.lines() {
            let Some((name, parameters, body)) = macro_of(line) else {
                continue;
            };
            let found = match documented.get(name) {
                Some((returns, parameters)) => (*returns, constants(parameters)),
                None if body.contains("__builtin") => self.by_body(name, &parameters, body),
                None => continue,
            };
            self.0.insert(name.to_owned(), found);
        }
    }

    fn by_body(&self, name: &str, parameters: &[&str], body: &str) -> Prototype {
        let typed = |p: &&str| {
            let ty = cast(p, body).or_else(|| self.passed_on(p, body));
            match ty {
                Some(ty) if !ty.contains("int") && !ty.contains("char") => format!("{ty} {p}"),
                _ => format!("const int {p}"),
            }
        };
        let stores = ["store", "scatter", "prefetch"];
        let void = stores.iter().any(|s| name.contains(s));
        (!void, parameters.iter().map(typed).collect())
    }

    /// The type of `parameter`, if `body` passes it to a known intrinsic.
    fn passed_on(&self, parameter: &str, body: &str) -> Option<String> {
        for (at, _) in body.match_indices("_mm") {
            let (callee, rest) = body[at..].split_once('(')?;
            let Some((_, parameters)) = self.0.get(callee) else {
                continue;
            };
            for (argument, declared) in rest.split(',').zip(parameters) {
                let argument = argument.trim().trim_matches(['(', ')', ' ']);
                if argument == parameter {
                    return Some(declared.rsplit_once([' ', '*'])?.0.to_owned());
                }
            }
        }
        None
    }
}

/// The documented parameters of a macro, where integers may have to be constants.
fn constants(parameters: &[String]) -> Vec<String> {
    let constant = |p: &String| match p.starts_with("int ") {
        true => format!("const {p}"),
        false => p.clone(),
    };
    parameters.iter().map(constant).collect()
}

/// The type of the last cast before `(parameter)` or `parameter,`.
fn cast(parameter: &str, body: &str) -> Option<String> {
    let enclosed = body.find(&format!(")({parameter})"));
    let at = enclosed.or_else(|| body.find(&format!("){parameter},")))?;
    let open = body[..at].rfind('(')?;
    Some(body[open + 1..at].to_owned())
}

/// Splits `#define name(parameters) body`.
fn macro_of(line: &str) -> Option<(&str, Vec<&str>, &str)> {
    let definition = line.trim_start().strip_prefix('#')?.trim_start();
    let definition = definition.strip_prefix("define ")?;
    let (name, rest) = definition.split_once('(')?;
    let intrinsic = name.starts_with('_') && !name.starts_with("_MM") && !name.contains(' ');
    let (parameters, body) = rest.split_once(')')?;
    let parameters = parameters.split(',').map(str::trim);
    let parameters = parameters.filter(|p| !p.is_empty()).collect();
    intrinsic.then_some((name, parameters, body))
}

/// Splits `__m128 ATTRIBUTES _mm_foo(__m128 a, int b)`.
fn prototype(text: &str) -> Option<(String, Prototype)> {
    let mut head = text.to_owned();
    // Attributes have parentheses of their own.
    while let Some(at) = head.find("__attribute__") {
        let end = head[at..].find("))").map_or(head.len(), |e| at + e + 2);
        head.replace_range(at..end, "");
    }
    let (before, parameters) = head.split_once('(')?;
    let mut words: Vec<&str> = before.split_whitespace().collect();
    let name = words.pop()?.trim_start_matches('*').to_owned();
    if !name.starts_with('_') {
        return None;
    }
    let void = words.contains(&"void") && !before.contains('*');
    let parameters = parameters.split(')').next()?;
    let parameters = parameters
        .split(',')
        .map(|p| p.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|p| !p.is_empty() && p != "void")
        .collect();
    Some((name, (!void, parameters)))
}

/// Makes, for each intrinsic, a function that calls it and stores its result.
pub fn callers(prototypes: &Prototypes) -> Vec<String> {
    prototypes.0.iter().map(caller).collect()
}

/// Makes the caller of one intrinsic. An immediate, `const int`, is 1, and 8 where it is a
/// rounding mode.
fn caller((name, (returns, parameters)): (&String, &Prototype)) -> String {
    let is_immediate = |p: &str| p.starts_with("const int ") && !p.contains('*');
    let word = |p: &str| {
        let last = p.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next();
        last.unwrap().to_owned()
    };
    let arguments: Vec<String> = parameters
        .iter()
        .map(|p| match (is_immediate(p), p.as_str()) {
            (true, "const int R" | "const int __R" | "const int sae") => "8".to_owned(),
            (true, _) => "1".to_owned(),
            (false, _) => word(p),
        })
        .collect();
    let call = format!("{name}({})", arguments.join(", "));
    let rest = parameters.iter().filter(|p| !is_immediate(p));
    let parameters: String = rest.map(|p| format!("{p}, ")).collect();
    let body = match returns {
        true => format!("*(__typeof__({call}) *)result = {call}"),
        false => call,
    };
    format!("void call{name}({parameters}void *result) {{ {body}; }}")
}

#[test]
fn the_scan_finds_functions_and_macros() {
    let mut found = Prototypes::default();
    found.scan(
        "
/// \\code
/// __m128 _mm_shift(__m128 a,
///                  const int n);
/// \\endcode
#define _mm_shift(a, n) whatever
static __inline__ __m128 __DEFAULT_FN_ATTRS
_mm_add_ss(__m128 __a, const float *__b)
{
static __inline unsigned __attribute__((__always_inline__, __nodebug__(\"x\")))
__bits(unsigned x)
{
#define _mm_mask_shift(W, U, A, n) \\
  ((__m128)__builtin_ia32_select((__mmask8)(U), (__v4sf)_mm_shift((A), (n)), (__v4sf)(__m128)(W)))
",
    );
    assert_eq!(
        callers(&found),
        [
            "void call__bits(unsigned x, void *result) \
             { *(__typeof__(__bits(x)) *)result = __bits(x); }",
            "void call_mm_add_ss(__m128 __a, const float *__b, void *result) \
             { *(__typeof__(_mm_add_ss(__a, __b)) *)result = _mm_add_ss(__a, __b); }",
            "void call_mm_mask_shift(__m128 W, __mmask8 U, __m128 A, void *result) \
             { *(__typeof__(_mm_mask_shift(W, U, A, 1)) *)result = _mm_mask_shift(W, U, A, 1); }",
            "void call_mm_shift(__m128 a, void *result) \
             { *(__typeof__(_mm_shift(a, 1)) *)result = _mm_shift(a, 1); }",
        ]
    );
}
