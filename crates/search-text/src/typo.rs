//! How far a typed word is from a known one.

/// How many typos a word of this many characters may have: none below four, one below eight, then two.
pub const fn allowed_typos(length: usize) -> usize {
    match length {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}

/// The least number of letters added, left out, replaced or swapped with their neighbour that turns `typed` into a
/// beginning of `word`.
pub fn typos_to_prefix(typed: &str, word: &str) -> usize {
    let typed: Vec<char> = typed.chars().collect();
    let word: Vec<char> = word.chars().collect();
    let at = |line: &[usize], index: usize| line.get(index).copied().unwrap_or(usize::MAX / 2);
    let (mut before_last, mut last) = (Vec::new(), (0..=word.len()).collect::<Vec<usize>>());
    let mut current = Vec::with_capacity(last.len());
    for (row, letter) in typed.iter().enumerate() {
        current.clear();
        current.push(row + 1);
        for (column, known) in word.iter().enumerate() {
            let replaced = at(&last, column) + usize::from(letter != known);
            let mut best = replaced.min(at(&last, column + 1) + 1).min(at(&current, column) + 1);
            let swapped = column > 0 && row > 0 && typed.get(row - 1) == Some(known) && word.get(column - 1) == Some(letter);
            if swapped {
                best = best.min(at(&before_last, column - 1) + 1);
            }
            current.push(best);
        }
        // The line before the last is written over by the next one.
        std::mem::swap(&mut before_last, &mut last);
        std::mem::swap(&mut last, &mut current);
    }
    last.into_iter().min().unwrap_or(typed.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_each_kind_of_typo_once() {
        for (typed, word, typos) in [
            ("sunscren", "sunscreen", 1),
            ("sunscreeen", "sunscreen", 1),
            ("sunskreen", "sunscreen", 1),
            ("susncreen", "sunscreen", 1),
            ("lipstik", "lipstick", 1),
            ("perfmue", "perfume", 1),
            ("rose", "rose", 0),
            ("rose", "soap", 3),
            ("", "soap", 0),
            ("soap", "", 4),
        ] {
            assert_eq!(typos_to_prefix(typed, word), typos, "{typed} {word}");
        }
    }

    #[test]
    fn a_beginning_with_a_typo_is_near_the_whole_word() {
        assert_eq!(typos_to_prefix("sunxcr", "sunscreen"), 1);
    }
}
