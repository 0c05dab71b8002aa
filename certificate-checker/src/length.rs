//! Lengths of buffers, as the contract writes them.

use std::collections::BTreeMap;

/// Values of size variables.
pub(crate) type Sizes = BTreeMap<String, i64>;

/// Parser of a length: numbers, size variables, `+ - * /` and parentheses.
pub(crate) struct Length<'a> {
    rest: &'a str,
    sizes: &'a Sizes,
}

impl<'a> Length<'a> {
    /// The value of a length; `None` if it has none.
    pub(crate) fn of(text: &'a str, sizes: &'a Sizes) -> Option<i64> {
        let mut length = Length { rest: text, sizes };
        let value = length.sum(0)?;
        length.rest.trim().is_empty().then_some(value)
    }

    fn sum(&mut self, depth: u32) -> Option<i64> {
        let mut value = self.product(depth)?;
        loop {
            match self.next(&['+', '-']) {
                Some('+') => value = value.checked_add(self.product(depth)?)?,
                Some(_) => value = value.checked_sub(self.product(depth)?)?,
                None => return Some(value),
            }
        }
    }

    fn product(&mut self, depth: u32) -> Option<i64> {
        let mut value = self.factor(depth)?;
        loop {
            match self.next(&['*', '/']) {
                Some('*') => value = value.checked_mul(self.factor(depth)?)?,
                Some(_) => value = value.checked_div(self.factor(depth)?)?,
                None => return Some(value),
            }
        }
    }

    fn factor(&mut self, depth: u32) -> Option<i64> {
        if self.next(&['(']).is_some() {
            // Deeper nesting does not occur in practice.
            let value = (depth < 64).then(|| self.sum(depth + 1))??;
            return self.next(&[')']).map(|_| value);
        }
        let word = |c: char| c.is_alphanumeric() || "_.$".contains(c);
        let rest = self.rest.trim_start();
        // A size may be a field, `im->w` or `f->linesize[0]`: the longest matching name counts.
        let starts = |name: &&String| {
            let after = rest.strip_prefix(name.as_str());
            after.is_some_and(|after| !after.starts_with(word) && !after.starts_with("->"))
        };
        let known = self.sizes.keys().filter(starts).map(String::len).max();
        if let Some((name, after)) = known.and_then(|length| rest.split_at_checked(length)) {
            self.rest = after;
            return self.sizes.get(name).copied();
        }
        let end = rest.find(|c| !word(c)).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        self.rest = after;
        name.parse().ok().or_else(|| self.sizes.get(name).copied())
    }

    /// Consumes one of these characters, if it is next.
    fn next(&mut self, of: &[char]) -> Option<char> {
        let rest = self.rest.trim_start();
        let found = rest.chars().next().filter(|c| of.contains(c))?;
        self.rest = &rest[found.len_utf8()..];
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_values() {
        let sizes = [
            ("n", 17),
            ("w", 3),
            ("im", 2),
            ("im->w", 5),
            ("im->line[0]", 7),
            ("negative", -4),
        ];
        let sizes = Sizes::from(sizes.map(|(name, size)| (name.to_owned(), size)));
        let value = |text| Length::of(text, &sizes);
        assert_eq!(value("16*((n+15)/16)"), Some(32));
        assert_eq!(value("n*w-1"), Some(50));
        assert_eq!(value("n-w-4"), Some(10));
        assert_eq!(value("im->w*im->line[0]-im"), Some(33));
        assert_eq!(value("im->wide"), None);
        assert_eq!(value("w-n"), Some(-14));
        assert_eq!(value("2*negative+1"), Some(-7));
        assert_eq!(value("negative-w"), Some(-7));
        assert_eq!(value("n/0"), None);
        assert_eq!(value("m"), None);
        assert_eq!(value("n)"), None);
    }
}
