//! `bench search`: searches without cached answers, by kind.

use bench::document::{millis, number, table};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};

use crate::cases::{self, Case};
use crate::cli::SearchOptions;
use crate::lab::{Lab, Size};
use crate::products::Item;
use crate::run::publish;
use crate::{Error, machine, say};

/// More searches than a machine answers in a second.
const PER_SECOND: u64 = 10_000;
/// Punctuation without a meaning for the search: with other signs at its end, no text is sent twice.
const SIGNS: [char; 16] = ['.', ',', ';', ':', '!', '?', '\'', '"', '-', '(', ')', '[', ']', '…', '/', '&'];
/// Words of every description.
const COMMON: [&str; 12] =
    ["made", "small", "batches", "days", "matter", "tested", "without", "bottle", "refilled", "mornings", "water", "glycerin"];

/// A kind of search.
type Typed = fn(&Item, &mut StdRng) -> String;

const KINDS: [(&str, Typed); 14] = [
    ("1 to 12 letters of a name", first_letters),
    ("one letter", |item, _| beginning(&item.name, 1)),
    ("two letters", |item, _| beginning(&item.name, 2)),
    ("three letters", |item, _| beginning(&item.name, 3)),
    ("a word of a name", |item, rng| some_words(item, 1, rng)),
    ("two words of a name", |item, rng| some_words(item, 2, rng)),
    ("three words of a name", |item, rng| some_words(item, 3, rng)),
    ("a whole name", |item, _| item.name.clone()),
    ("a code", |item, _| item.code.clone()),
    ("a word of every description", |_, rng| common(1, rng)),
    ("two words of every description", |_, rng| common(2, rng)),
    ("a misspelt word", |item, rng| misspelt(&some_words(item, 1, rng), rng)),
    ("a word and a misspelt one", |item, rng| misspelt(&some_words(item, 2, rng), rng)),
    ("nothing there is", |_, rng| (0..7).filter_map(|_| b"bcdfghjkqxz".choose(rng)).map(|b| char::from(*b)).collect()),
];

/// Searches for the first 1 to 12 letters of a name, none of them twice.
pub(crate) fn each_once(items: &[Item], seconds: u64) -> Case {
    Case { name: "search, each asked for the first time".into(), ..case(first_letters, items, seconds) }
}

/// Measures every kind, prints, and writes the section `search` of the document.
///
/// # Errors
/// When something does not start, or a request is not answered as it should be.
pub(crate) fn run(options: &SearchOptions) -> Result<(), Error> {
    let (seconds, size) = (options.common.seconds, Size { products: options.products, orders: options.products / 10 });
    let lab = Lab::open(&options.common, size)?;
    let machine = machine::describe(&lab.wrk, &lab.database()?.0);
    let mut rows = Vec::new();
    for (name, typed) in KINDS {
        let case = case(typed, &lab.items, seconds);
        lab.probe(&case)?;
        let (figures, _) = lab.load(&case, case.load(), seconds)?;
        rows.push(vec![name.to_owned(), number(figures.per_second), millis(figures.p50), millis(figures.p99)]);
        say(&rows.last().map(|row| row.join("  ")).unwrap_or_default());
    }
    let text = format!(
        "{machine}\n\n{} products, 32 connections, {seconds} s each; no text was asked for twice, and every answer had the right \
         status.\n\n{}",
        number(f64::from(size.products)),
        table(&["what is typed", "req/s", "p50 ms", "p99 ms"], &rows)
    );
    publish(&options.common, "search", &text)
}

fn case(typed: Typed, items: &[Item], seconds: u64) -> Case {
    let mut rng = StdRng::seed_from_u64(50_000);
    let enough = usize::try_from(PER_SECOND * (seconds + 1)).unwrap_or_default();
    let texts = (0..enough).filter_map(|number| {
        let text = typed(items.choose(&mut rng)?, &mut rng);
        Some(format!("{} {}", text.trim(), signs(number)))
    });
    let targets = texts.map(|text| format!("/api/products/search/{}?limit=24", utf8_percent_encode(&text, NON_ALPHANUMERIC)));
    Case { once: true, ..cases::searches(&targets.collect::<Vec<_>>()) }
}

/// The signs of a number; each number has its own.
fn signs(number: usize) -> String {
    (0..5).filter_map(|place| SIGNS.get((number >> (4 * place)) % SIGNS.len())).collect()
}

fn first_letters(item: &Item, rng: &mut StdRng) -> String {
    beginning(&item.name, rng.random_range(1..=12))
}

fn beginning(text: &str, letters: usize) -> String {
    text.chars().take(letters).collect()
}

/// `many` different words of a name, in any order.
fn some_words(item: &Item, many: usize, rng: &mut StdRng) -> String {
    let words: Vec<&str> = item.name.split_whitespace().filter(|word| word.len() > 3).collect();
    words.sample(rng, many).copied().collect::<Vec<_>>().join(" ")
}

fn common(many: usize, rng: &mut StdRng) -> String {
    COMMON.sample(rng, many).copied().collect::<Vec<_>>().join(" ")
}

/// The text with a letter of its last word left out.
fn misspelt(text: &str, rng: &mut StdRng) -> String {
    let (start, word) = text.rsplit_once(' ').unwrap_or(("", text));
    let left_out = rng.random_range(1..word.len().max(3) - 1);
    let word: String = word.chars().enumerate().filter(|(place, _)| *place != left_out).map(|(_, letter)| letter).collect();
    format!("{start} {word}")
}
