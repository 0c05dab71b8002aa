//! Quoted source lines that are wider than the report: the part around what is marked.

use std::ops::Range;

/// What stands for the part of a line that is left out.
const CUT: &str = "...";

/// Columns shown before a mark in a line whose start is left out.
const BEFORE: usize = 4;

/// The text with its lines cut to `room` columns, and the marks moved accordingly. A mark
/// is cut where its line is.
pub(super) fn cut(text: &str, marks: &mut [Range<usize>], room: usize) -> String {
    let mut all = String::with_capacity(text.len());
    let mut start = 0;
    let before: Vec<Range<usize>> = marks.to_vec();
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        let own: Vec<usize> = (0..before.len())
            .filter(|at| (start..=start + content.len()).contains(&before[*at].start))
            .collect();
        let first = own.iter().map(|at| before[*at].start - start).min();
        let shown = match content.chars().count() > room {
            true => window(content, first.unwrap_or(0), room),
            false => 0..content.len(),
        };
        let head = if shown.start > 0 { CUT } else { "" };
        let tail = if shown.end < content.len() { CUT } else { "" };
        let to = all.len() + head.len();
        for at in own {
            let moved = |place: usize| to + place.clamp(shown.start, shown.end) - shown.start;
            let (from, end) = (before[at].start - start, before[at].end - start);
            let from = moved(from);
            marks[at] = from..moved(end).max(from);
        }
        all.push_str(head);
        all.push_str(&content[shown]);
        all.push_str(tail);
        all.push_str(&line[content.len()..]);
        start += line.len();
    }
    all
}

/// The bytes of a line that are shown: from its start if the mark at `first` begins in the first
/// half of the room, else from a little before the mark.
fn window(line: &str, first: usize, room: usize) -> Range<usize> {
    let columns: Vec<usize> = line.char_indices().map(|(at, _)| at).collect();
    let first = columns.partition_point(|at| *at < first);
    let indent = line.chars().take_while(|c| c.is_whitespace()).count();
    let cuts = room.saturating_sub(2 * CUT.len());
    let from = match first {
        first if first < room / 2 => 0,
        first => first.saturating_sub(BEFORE),
    };
    // The end of the line takes the room that is left.
    let from = match from {
        0 => 0,
        from => from.min(columns.len().saturating_sub(cuts)).max(indent),
    };
    let byte = |column: usize| columns.get(column).copied().unwrap_or(line.len());
    byte(from)..byte(from + cuts)
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn wide_lines_are_cut_around_their_marks() {
        let text = "short\n    first = call(one, two, three, four, five, six, seven);\nlast\n";
        let at = |part: &str| {
            let from = text.find(part).unwrap();
            from..from + part.len()
        };
        let mut marks = [at("short"), at("six, seven)"), at("last")];
        let cut = cut(text, &mut marks, 30);
        let lines: Vec<&str> = cut.lines().collect();
        assert!(lines.iter().all(|line| line.len() <= 30), "{lines:?}");
        let marked = marks.map(|mark| &cut[mark]);
        assert_eq!(marked, ["short", "six, seven)", "last"]);
    }

    #[test]
    fn a_mark_ends_where_its_line_is_cut() {
        let text = "x = a_long_name + another_long_name + a_third_one;\n";
        let whole = 4..text.len() - 2;
        let mut marks = [whole];
        let cut = cut(text, &mut marks, 30);
        assert_eq!(cut, "x = a_long_name + anothe...\n");
        assert_eq!(&cut[marks[0].clone()], "a_long_name + anothe");
    }
}
