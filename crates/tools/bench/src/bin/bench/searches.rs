//! `bench search`: searches, facets and suggestions without cached answers, by kind, in shops of several sizes.

use std::fs;
use std::time::Duration;

use bench::document::{mebibytes, millis, number, table};
use bench::figures::Figures;
use bench::goals::{bytes_below, time_below};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};

use crate::cases::{self, Case};
use crate::cli::SearchOptions;
use crate::lab::{Lab, Size};
use crate::products::Item;
use crate::run::{BINARY, MEMORY, START, bytes, publish};
use crate::starts::Starts;
use crate::{Error, machine, say};

/// More searches than a machine answers in a second.
pub(crate) const PER_SECOND: u64 = 20_000;
/// Punctuation without a meaning for the search: with other signs at its end, no text is sent twice.
const SIGNS: [char; 16] = ['.', ',', ';', ':', '!', '?', '\'', '"', '-', '(', ')', '[', ']', '…', '/', '&'];
/// Words of every description.
const COMMON: [&str; 12] =
    ["made", "small", "batches", "days", "matter", "tested", "without", "bottle", "refilled", "mornings", "water", "glycerin"];

/// The text of a request, made from a product.
type Typed = fn(&Item, &mut StdRng) -> String;

/// The address that a text is sent to, in percent-encoding.
#[derive(Clone, Copy)]
enum Asked {
    Search,
    Facets,
    Suggestions,
}

impl Asked {
    fn target(self, text: &str) -> String {
        let text = utf8_percent_encode(text, NON_ALPHANUMERIC);
        match self {
            Self::Search => format!("/api/products/search/{text}?limit=24"),
            Self::Facets => format!("/api/products/facets?q={text}"),
            Self::Suggestions => format!("/api/products/suggestions?q={text}"),
        }
    }
}

/// A kind of search: its name, its address and its texts.
type Kind = (&'static str, Asked, Typed);

const KINDS: [Kind; 19] = [
    ("1 to 12 letters of a name", Asked::Search, first_letters),
    ("one letter", Asked::Search, |item, _| beginning(&item.name, 1)),
    ("two letters", Asked::Search, |item, _| beginning(&item.name, 2)),
    ("three letters", Asked::Search, |item, _| beginning(&item.name, 3)),
    ("a word of a name", Asked::Search, |item, rng| some_words(item, 1, rng)),
    ("two words of a name", Asked::Search, |item, rng| some_words(item, 2, rng)),
    ("three words of a name", Asked::Search, |item, rng| some_words(item, 3, rng)),
    ("a whole name", Asked::Search, |item, _| item.name.clone()),
    ("a code", Asked::Search, |item, _| item.code.clone()),
    ("a word of every description", Asked::Search, |_, rng| common(1, rng)),
    ("two words of every description", Asked::Search, |_, rng| common(2, rng)),
    ("a misspelt word", Asked::Search, |item, rng| misspelt(&some_words(item, 1, rng), rng)),
    ("a word and a misspelt one", Asked::Search, |item, rng| misspelt(&some_words(item, 2, rng), rng)),
    ("letters that no word has", Asked::Search, |_, rng| {
        (0..7).filter_map(|_| b"bcdfghjkqxz".choose(rng)).map(|b| char::from(*b)).collect()
    }),
    ("facets of one letter", Asked::Facets, |item, _| beginning(&item.name, 1)),
    ("facets of a word of a name", Asked::Facets, |item, rng| some_words(item, 1, rng)),
    ("facets of two words of a name", Asked::Facets, |item, rng| some_words(item, 2, rng)),
    ("facets of a word of every description", Asked::Facets, |_, rng| common(1, rng)),
    ("suggestions for 1 to 12 letters", Asked::Suggestions, first_letters),
];

/// Seconds of searches before the first kind, with other texts: rows of products are in memory then, as in a shop that has been open for
/// some seconds, and no answer is.
const WARM_UP: u64 = 2;

/// The goals for the time to the first search that `make bench-search` states.
const START_WITHOUT_INDEX: Duration = Duration::from_secs(6);

/// Searches for the first 1 to 12 letters of a name, none of them twice.
pub(crate) fn each_once(items: &[Item], seconds: u64) -> Case {
    Case { name: "search, each asked for the first time".into(), ..case(Asked::Search, first_letters, items, seconds) }
}

/// The figures of one size.
struct Measured {
    products: u32,
    figures: Vec<Figures>,
    starts: Starts,
    idle: u64,
    most: u64,
    index: u64,
    database: u64,
}

/// Measures every kind, prints, and writes the section `search` of the document.
///
/// # Errors
/// When something does not start, or a request is not answered as it should be.
pub(crate) fn run(options: &SearchOptions) -> Result<(), Error> {
    let seconds = options.common.seconds;
    let binary = fs::metadata(&options.common.api).map_err(|e| format!("{}: {e}", options.common.api.display()))?.len();
    let is_wanted = |(name, ..): &&Kind| options.only.is_empty() || options.only.iter().any(|only| name.contains(only));
    let kinds: Vec<Kind> = KINDS.iter().filter(is_wanted).copied().collect();
    let (mut all, mut machine) = (Vec::new(), String::new());
    for &products in &options.products {
        let lab = Lab::open(&options.common, Size { products, orders: products / 10 })?;
        machine = machine::describe(&lab.wrk, &lab.database()?.0);
        all.push(measure(&lab, products, &kinds, seconds)?);
    }
    let binary = format!("Binary: {} MiB, {}.", mebibytes(bytes(binary)), bytes_below(bytes(binary), BINARY));
    let text = format!(
        "{machine}\n\n32 connections, {seconds} s each; no text was asked for twice, and every answer had the right status. Each cell: \
         p99 in ms (requests a second).\n\n{}\n{binary}",
        report(&kinds, &all)
    );
    publish(&options.common, "search", &text)
}

fn measure(lab: &Lab, products: u32, kinds: &[Kind], seconds: u64) -> Result<Measured, Error> {
    let warm_up = case(Asked::Search, |item, rng| first_letters(item, rng).to_uppercase(), &lab.items, WARM_UP);
    lab.load(&warm_up, warm_up.load(), WARM_UP)?;
    let (mut figures, mut most) = (Vec::new(), lab.idle);
    for &(name, asked, typed) in kinds {
        let case = case(asked, typed, &lab.items, seconds);
        lab.probe(&case)?;
        let (measured, memory) = lab.load(&case, case.load(), seconds)?;
        say(&format!(
            "{products} products: {name}: {} req/s, p50 {} ms, p99 {} ms",
            number(measured.per_second),
            millis(measured.p50),
            millis(measured.p99)
        ));
        most = most.max(memory);
        figures.push(measured);
    }
    let database = u64::try_from(lab.database()?.1)?;
    Ok(Measured { products, figures, starts: lab.starts, idle: lab.idle, most, index: lab.index_bytes()?, database })
}

fn report(kinds: &[Kind], all: &[Measured]) -> String {
    let mut head = vec![String::new()];
    head.extend(all.iter().map(|m| format!("{} products", number(f64::from(m.products)))));
    let row = |name: &str, cell: &dyn Fn(&Measured) -> String| -> Vec<String> {
        std::iter::once(name.to_owned()).chain(all.iter().map(cell)).collect()
    };
    let mut rows: Vec<Vec<String>> = (0..)
        .zip(kinds)
        .map(|(place, (name, ..))| {
            row(name, &|m| m.figures.get(place).map_or_else(String::new, |f| format!("{} ({})", millis(f.p99), number(f.per_second))))
        })
        .collect();
    rows.push(row("slowest p99", &slowest));
    rows.push(row("start to the first search, index on disk, ms", &|m| {
        format!("{}, {}", millis(m.starts.search), time_below(m.starts.search, START))
    }));
    rows.push(row("start to the first search, no index, ms", &|m| {
        let goal = (m.products <= 50_000).then(|| format!(", {}", time_below(m.starts.search_without_index, START_WITHOUT_INDEX)));
        millis(m.starts.search_without_index) + &goal.unwrap_or_default()
    }));
    rows.push(row("memory of the shop, idle after its start, MiB", &|m| {
        format!("{}, {}", mebibytes(bytes(m.idle)), bytes_below(bytes(m.idle), MEMORY))
    }));
    rows.push(row("memory of the shop, most under load, MiB", &|m| mebibytes(bytes(m.most))));
    rows.push(row("index on disk, MiB", &|m| mebibytes(bytes(m.index))));
    rows.push(row("database on disk, MiB", &|m| mebibytes(bytes(m.database))));
    table(&head.iter().map(String::as_str).collect::<Vec<_>>(), &rows)
}

/// The slowest kind, and whether it reaches the goal of its size.
fn slowest(measured: &Measured) -> String {
    let slowest = measured.figures.iter().map(|f| f.p99).max().unwrap_or_default();
    let goal = match measured.products {
        0..=1_000 => Some(Duration::from_millis(10)),
        1_001..=50_000 => Some(Duration::from_millis(25)),
        _ => None,
    };
    millis(slowest) + &goal.map(|goal| format!(", {}", time_below(slowest, goal))).unwrap_or_default()
}

fn case(asked: Asked, typed: Typed, items: &[Item], seconds: u64) -> Case {
    let mut rng = StdRng::seed_from_u64(50_000);
    let enough = usize::try_from(PER_SECOND * (seconds + 1)).unwrap_or_default();
    let texts = (0..enough).filter_map(|number| {
        let text = typed(items.choose(&mut rng)?, &mut rng);
        Some(format!("{} {}", text.trim(), signs(number)))
    });
    let targets = texts.map(|text| asked.target(&text));
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
