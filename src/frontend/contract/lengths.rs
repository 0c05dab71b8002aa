//! How long each buffer is.
//!
//! A buffer that the reference only uses at constant offsets is as long as it
//! uses; any other has a length in terms of the size parameters, chosen by their
//! names. The contract shows the choice.

use crate::contract::{Element, Length};
use crate::frontend::names;
use crate::frontend::usage::Usage;

/// The length of a buffer, or the size parameters it may depend on.
pub(super) fn infer(
    name: &str,
    element: &Element,
    reference: Usage,
    port: Usage,
    sizes: &[&str],
) -> Result<Length, Vec<String>> {
    let elements =
        |bytes: u64| Length::Const(bytes.div_ceil(u64::from(element.size.max(1))).max(1));
    // The reference says what is right; an overrun of the port's is a finding.
    let extent = |usage: Usage| (!usage.dynamic && usage.extent > 0).then_some(usage.extent);
    if let Some(bytes) = extent(reference).or(extent(port)) {
        return Ok(elements(bytes));
    }
    if !reference.dynamic && !port.dynamic {
        return Ok(Length::Const(1));
    }
    by_name(name, sizes).ok_or_else(|| sizes.iter().map(|s| (*s).to_owned()).collect())
}

fn by_name(buffer: &str, sizes: &[&str]) -> Option<Length> {
    let var = |name: &str| Length::Var(name.to_owned());
    let product = |a: &str, b: &str| Length::Op('*', Box::new(var(a)), Box::new(var(b)));
    let only = |is: &dyn Fn(&str) -> bool| {
        let mut found = sizes.iter().copied().filter(|s| is(s));
        found.next().filter(|_| found.next().is_none())
    };
    let own = only(&|s| names::belongs(s, buffer));
    if let Some(own) = own.filter(|s| !names::is_stride(s)) {
        return Some(var(own));
    }
    if let [single] = sizes {
        return Some(var(single));
    }
    if let Some(height) = only(&names::is_height) {
        let row = own.or(only(&names::is_stride)).or(only(&names::is_width));
        if let Some(row) = row {
            return Some(product(row, height));
        }
    }
    only(&names::is_count).map(var)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(buffer: &str, sizes: &[&str]) -> Option<String> {
        by_name(buffer, sizes).map(|length| length.to_string())
    }

    #[test]
    fn images_are_rows_times_height() {
        assert_eq!(named("src", &["w", "h"]).as_deref(), Some("w*h"));
        assert_eq!(
            named("src", &["width", "height", "stride"]).as_deref(),
            Some("stride*height")
        );
    }

    #[test]
    fn each_buffer_takes_its_own_length() {
        let sizes = ["n_src", "n_taps"];
        assert_eq!(named("src", &sizes).as_deref(), Some("n_src"));
        assert_eq!(named("taps", &sizes).as_deref(), Some("n_taps"));
    }

    #[test]
    fn several_unrelated_sizes_are_not_guessed_at() {
        assert_eq!(named("a", &["m", "k"]), None);
    }
}
