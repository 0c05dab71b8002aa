//! The lengths of buffers.
//!
//! A buffer is as long as the reference's accesses reach, if that is known, rounded up to
//! whole rows, or as an integer says that guards all of them; else as far as the port's reach; else as the names of the size parameters
//! suggest. The contract shows the choice.

use super::View;
use super::poly::Poly;
use crate::contract::{Element, Length};
use crate::frontend::names;

/// A buffer whose length is inferred.
pub(super) struct Buffer<'a> {
    /// The parameter's index.
    pub(super) index: usize,
    /// The parameter's name.
    pub(super) name: &'a str,
    /// The element type.
    pub(super) element: &'a Element,
    /// The size parameters: index and name of each.
    pub(super) sizes: &'a [(usize, &'a str)],
}

/// Infers the length of a buffer; `None` if it is not known. The flag says that it is only
/// an assumption, because it rests on the port's accesses.
pub(super) fn infer(buffer: &Buffer<'_>, reference: &View, port: &View) -> Option<(Length, bool)> {
    // The reference is right by definition; an overrun of the port is a finding.
    let guard = reference.guards.get(&buffer.index);
    let mut sizes = buffer.sizes.iter();
    let guard = guard.and_then(|guard| sizes.find(|(index, _)| index == guard));
    let guarded = |length: &Length| match (guard, length) {
        (Some((_, name)), Length::Const(_)) => Some((Length::Var((*name).to_owned()), false)),
        _ => None,
    };
    if let Some(length) = buffer.reached(reference) {
        return Some(guarded(&length).unwrap_or((length, false)));
    }
    let names: Vec<&str> = buffer.sizes.iter().map(|(_, name)| *name).collect();
    let named = by_name(buffer.name, &names);
    if let Some(length) = buffer.reached(port) {
        if let Some(guarded) = guarded(&length) {
            return Some(guarded);
        }
        let overrun = match (&length, &named) {
            (Length::Op('+', fewer, more), Some(named)) => {
                **fewer == *named && matches!(**more, Length::Const(_))
            }
            _ => false,
        };
        return match named.filter(|_| overrun) {
            Some(named) => Some((named, false)),
            None => Some((length, true)),
        };
    }
    let dynamic = |view: &View| view.usage[buffer.index].dynamic;
    if !dynamic(reference) && !dynamic(port) {
        return Some((Length::Const(1), false));
    }
    named.map(|length| (length, false))
}

impl Buffer<'_> {
    /// The length that one side's accesses reach.
    pub(super) fn reached(&self, view: &View) -> Option<Length> {
        let size = i64::from(self.element.size.max(1));
        let usage = view.usage[self.index];
        if !usage.dynamic {
            let elements = usage.extent.div_ceil(size as u64);
            return (elements > 0).then_some(Length::Const(elements));
        }
        let bytes = view.extents.get(&self.index)?;
        if let Some(constant) = bytes.as_constant() {
            // `float m[static 16]` promises more than is read.
            let bytes = u64::try_from(constant).ok().filter(|bytes| *bytes > 0)?;
            let bytes = bytes.max(usage.promised);
            return Some(Length::Const(bytes.div_ceil(size.unsigned_abs())));
        }
        let exact = bytes.scale(1, size)?;
        let name = |param: u32| {
            let mut sizes = self.sizes.iter();
            let (_, name) = sizes.find(|(index, _)| *index == param as usize)?;
            Some((*name).to_owned())
        };
        let rounded = whole_rows(exact, &name)?;
        let filled = rounded.raised()?;
        let positive = filled.sub(&Poly::constant(1))?.is_nonnegative();
        positive.then(|| filled.length(name)).flatten()
    }
}

/// Rounds `n-1` up to `n` and `stride*(h-1)+w` up to `stride*h`: to the leading product, if
/// that is never too small. A stride is assumed to be at least a width.
fn whole_rows(exact: Poly, name: &impl Fn(u32) -> Option<String>) -> Option<Poly> {
    let leading = exact.leading();
    if leading.terms() != 1 {
        return Some(exact);
    }
    let mut spare = leading.sub(&exact)?;
    let named = |is: fn(&str) -> bool| {
        spare
            .arguments()
            .find(|argument| name(*argument).is_some_and(|name| is(&name)))
    };
    if let (Some(stride), Some(width)) = (named(names::is_stride), named(names::is_width)) {
        spare = spare.replace(stride, width)?;
    }
    Some(if spare.is_nonnegative() {
        leading
    } else {
        exact
    })
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
        let strided = sizes.iter().any(|s| names::is_stride(s));
        let row = match own.or(only(&names::is_stride)) {
            // Which of several strides it is, is not known.
            None if !strided => only(&names::is_width),
            row => row,
        };
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
