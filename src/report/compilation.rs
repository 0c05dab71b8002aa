//! How the versions were compiled: one line, or two if they differ.

use crate::verdict::{Compilation, Outcome};

pub(super) fn compilation(out: &Outcome) -> String {
    let of = |side: &Option<crate::verdict::Function>| side.as_ref()?.compilation.clone();
    if let Some(kernel) = of(&out.kernel) {
        return sentence(&kernel);
    }
    let (Some(reference), Some(port)) = (of(&out.reference), of(&out.port)) else {
        return String::new();
    };
    match reference == port {
        true => sentence(&reference),
        false => format!(
            "reference: {}\nport: {}",
            sentence(&reference),
            sentence(&port)
        ),
    }
}

fn sentence(compilation: &Compilation) -> String {
    let Compilation {
        contraction,
        fast_math,
        target,
        by_default,
        chosen,
        left_out,
    } = compilation;
    let fast = match fast_math.is_empty() {
        true => "no fast math".to_owned(),
        false => format!("fast math ({})", fast_math.join(" ")),
    };
    let whose = match by_default {
        true => " (no flags given)",
        false => "",
    };
    let chosen = match chosen {
        None => String::new(),
        Some(chosen) => format!("\nof the build, {chosen}"),
    };
    let left_out = match left_out.is_empty() {
        true => String::new(),
        false => format!("\nleft out of the build: {}", left_out.join("; ")),
    };
    format!("contraction {contraction}, {fast}, {target}{whose}{chosen}{left_out}")
}
