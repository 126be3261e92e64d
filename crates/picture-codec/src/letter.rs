//! The letters A to Z as lines, so that the initial of a shop can be drawn without a font.

use std::iter;

/// A point of a letter: from the left and from the top.
type Point = (f32, f32);

/// Corners of a line. A bent line goes past all but its first and last one, halfway between each two.
#[derive(Clone, Copy, Debug)]
enum Line {
    Straight(&'static [(u8, u8)]),
    Bent(&'static [(u8, u8)]),
}

use Line::{Bent, Straight};

/// Each letter stands in a box of 80 units in height and about 60 in width.
const LETTERS: [&[Line]; 26] = [
    &[Straight(&[(0, 80), (30, 0), (60, 80)]), Straight(&[(11, 52), (49, 52)])],
    &[
        Straight(&[(0, 0), (0, 80)]),
        Bent(&[(0, 0), (32, 0), (52, 4), (52, 34), (32, 38), (0, 38)]),
        Bent(&[(0, 38), (34, 38), (58, 42), (58, 76), (34, 80), (0, 80)]),
    ],
    &[Bent(&[(58, 16), (44, 0), (10, 0), (0, 22), (0, 58), (10, 80), (44, 80), (58, 64)])],
    &[Straight(&[(0, 0), (0, 80)]), Bent(&[(0, 0), (28, 0), (60, 4), (60, 76), (28, 80), (0, 80)])],
    &[Straight(&[(52, 0), (0, 0), (0, 80), (52, 80)]), Straight(&[(0, 38), (44, 38)])],
    &[Straight(&[(52, 0), (0, 0), (0, 80)]), Straight(&[(0, 38), (44, 38)])],
    &[Bent(&[(58, 16), (44, 0), (10, 0), (0, 22), (0, 58), (10, 80), (46, 82), (60, 66), (60, 44)]), Straight(&[(60, 44), (36, 44)])],
    &[Straight(&[(0, 0), (0, 80)]), Straight(&[(60, 0), (60, 80)]), Straight(&[(0, 38), (60, 38)])],
    &[Straight(&[(30, 0), (30, 80)])],
    &[Bent(&[(44, 0), (44, 62), (40, 82), (8, 82), (2, 62)])],
    &[Straight(&[(0, 0), (0, 80)]), Straight(&[(54, 0), (0, 48)]), Straight(&[(20, 31), (58, 80)])],
    &[Straight(&[(0, 0), (0, 80), (50, 80)])],
    &[Straight(&[(0, 80), (0, 0), (34, 50), (68, 0), (68, 80)])],
    &[Straight(&[(0, 80), (0, 0), (60, 80), (60, 0)])],
    &[Bent(&[(32, 0), (54, 0), (64, 20), (64, 60), (54, 80), (10, 80), (0, 60), (0, 20), (10, 0), (32, 0)])],
    &[Straight(&[(0, 80), (0, 0)]), Bent(&[(0, 0), (34, 0), (58, 4), (58, 42), (34, 46), (0, 46)])],
    &[
        Bent(&[(32, 0), (54, 0), (64, 20), (64, 60), (54, 80), (10, 80), (0, 60), (0, 20), (10, 0), (32, 0)]),
        Straight(&[(40, 58), (64, 84)]),
    ],
    &[Straight(&[(0, 80), (0, 0)]), Bent(&[(0, 0), (34, 0), (58, 4), (58, 42), (34, 46), (0, 46)]), Straight(&[(28, 46), (58, 80)])],
    &[Bent(&[(54, 14), (42, 0), (4, 0), (0, 34), (28, 39), (60, 44), (56, 80), (12, 80), (0, 66)])],
    &[Straight(&[(0, 0), (60, 0)]), Straight(&[(30, 0), (30, 80)])],
    &[Bent(&[(0, 0), (0, 58), (8, 82), (52, 82), (60, 58), (60, 0)])],
    &[Straight(&[(0, 0), (30, 80), (60, 0)])],
    &[Straight(&[(0, 0), (20, 80), (40, 12), (60, 80), (80, 0)])],
    &[Straight(&[(0, 0), (60, 80)]), Straight(&[(60, 0), (0, 80)])],
    &[Straight(&[(0, 0), (30, 40), (60, 0)]), Straight(&[(30, 40), (30, 80)])],
    &[Straight(&[(2, 0), (58, 0), (0, 80), (60, 80)])],
];
/// A dot, for a name without a letter from A to Z.
const DOT: &[Line] = &[Straight(&[(30, 40), (30, 40)])];
/// How often the corners of a bent line are cut; after that no corner is seen.
const CUTS: usize = 4;

/// The parts of the lines of a letter, with its middle at 0, 0 and a height of 1. A dot for anything but A to Z.
pub(crate) fn parts(letter: Option<char>) -> Vec<(Point, Point)> {
    let place = letter.and_then(|letter| u32::from(letter).checked_sub(u32::from('A'))).and_then(|place| usize::try_from(place).ok());
    let lines = place.and_then(|place| LETTERS.get(place)).copied().unwrap_or(DOT);
    let lines: Vec<Vec<Point>> = lines.iter().map(points).collect();
    let all = || lines.iter().flatten();
    let width = all().map(|(x, _)| *x).fold(0.0, f32::max);
    let left = all().map(|(x, _)| *x).fold(width, f32::min);
    let middle = |(x, y): Point| ((x - f32::midpoint(left, width)) / 80.0, (y - 40.0) / 80.0);
    lines.iter().flat_map(|line| line.iter().zip(line.iter().skip(1))).map(|(from, to)| (middle(*from), middle(*to))).collect()
}

fn points(line: &Line) -> Vec<Point> {
    let of = |corners: &[(u8, u8)]| corners.iter().map(|(x, y)| (f32::from(*x), f32::from(*y))).collect();
    match line {
        Straight(corners) => of(corners),
        Bent(corners) => (0..CUTS).fold(of(corners), |line, _| cut(&line)),
    }
}

/// The line with each corner but its ends cut off (Chaikin).
fn cut(line: &[Point]) -> Vec<Point> {
    let between = |(from, to): (&Point, &Point), share: f32| (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
    let cut = line.iter().zip(line.iter().skip(1)).flat_map(|part| [between(part, 0.25), between(part, 0.75)]);
    line.first().copied().into_iter().chain(cut).chain(iter::once(line.last().copied()).flatten()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_stands_in_the_middle_and_differs_from_the_others() {
        let mut seen = Vec::new();
        for letter in 'A'..='Z' {
            let parts = parts(Some(letter));
            let ends = || parts.iter().flat_map(|(from, to)| [from, to]);
            let most = ends().map(|(x, _)| *x).fold(f32::MIN, f32::max);
            let least = ends().map(|(x, _)| *x).fold(f32::MAX, f32::min);
            assert!((most + least).abs() < 0.001, "{letter}: {least} to {most}");
            assert!(ends().all(|(x, y)| x.abs() <= 0.51 && y.abs() <= 0.56), "{letter}");
            assert!(!seen.contains(&parts), "{letter}");
            seen.push(parts);
        }
        for other in [None, Some('අ'), Some('a'), Some('@'), Some('[')] {
            assert_eq!(parts(other), [((0.0, 0.0), (0.0, 0.0))], "{other:?}");
        }
    }
}
