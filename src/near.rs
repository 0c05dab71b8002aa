//! Suggestions for misspelt words.

/// The word nearest to `wanted`, if one is near.
pub fn nearest<'a>(wanted: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let near = |word: &&str| strsim::jaro_winkler(wanted, word);
    let best = words
        .into_iter()
        .max_by(|a, b| near(a).total_cmp(&near(b)))?;
    (near(&best) > 0.75).then_some(best)
}

/// The help for somebody who wrote `wanted` in place of one of these words.
pub fn help(wanted: &str, words: &[&str]) -> String {
    match nearest(wanted, words.iter().copied()) {
        Some(word) => format!("did you mean `{word}`?"),
        None => format!("known are {}", words.join(", ")),
    }
}
