//! The edit distance from a typed word to the beginning of a known word.

/// The most typos in a word of this many characters: 0 up to 3 characters, 1 up to 7, 2 from 8.
pub const fn allowed_typos(characters: usize) -> usize {
    match characters {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}

/// The least number of edits that turn `typed` into a beginning of `word` (optimal string alignment). An edit adds, removes or replaces a
/// character, or swaps two neighbours.
pub fn typos_to_prefix(typed: &str, word: &str) -> usize {
    let typed: Vec<char> = typed.chars().collect();
    let word: Vec<char> = word.chars().collect();
    let at = |costs: &[usize], index: usize| costs.get(index).copied().unwrap_or(usize::MAX / 2);
    let (mut older, mut previous) = (Vec::new(), (0..=word.len()).collect::<Vec<usize>>());
    let mut current = Vec::with_capacity(previous.len());
    for (row, letter) in typed.iter().enumerate() {
        current.clear();
        current.push(row + 1);
        for (column, known) in word.iter().enumerate() {
            let replaced = at(&previous, column) + usize::from(letter != known);
            let mut best = replaced.min(at(&previous, column + 1) + 1).min(at(&current, column) + 1);
            let swapped = column > 0 && row > 0 && typed.get(row - 1) == Some(known) && word.get(column - 1) == Some(letter);
            if swapped {
                best = best.min(at(&older, column - 1) + 1);
            }
            current.push(best);
        }
        // The oldest row is the buffer of the next one.
        std::mem::swap(&mut older, &mut previous);
        std::mem::swap(&mut previous, &mut current);
    }
    previous.into_iter().min().unwrap_or(typed.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_edit_costs_one() {
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
    fn a_beginning_of_a_word_is_compared_with_that_beginning() {
        assert_eq!(typos_to_prefix("sunxcr", "sunscreen"), 1);
    }
}
