//! Finding orders by number, recipient and e-mail address, and by what [`super::references`] looks up.
//!
//! Recipient and address are stored once for all orders of a customer (`order_contacts`), with the number of orders. A search reads
//! the contacts that match, which count its orders. If the matches are a large part of all orders, a page of them is found soon by
//! walking the list; if they are few, they are looked up by their contacts.

use std::collections::BTreeSet;

use domain::orders::order_filters::OrderQuery;
use domain::shared::order_id::OrderId;
use domain::shared::order_status::OrderStatus;
use domain::shared::text::SearchText;

use super::listing::Matches;
use super::narrowing::{is_narrow, narrowed};
use super::references::named_by;
use crate::catalog::search_text::{NamePart, contains_parts, fold, name_parts};
use crate::query::cursor::COUNT_LIMIT;
use crate::query::sql::Sql;
use crate::query::tallies::total_of;

/// The random characters of a number; `x` stands for one of them.
const RANDOM: &str = "xxxx-xxxx";

/// The part of a number in which a text is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberPart {
    /// The random characters: all orders of a shop have its prefix.
    Random,
    /// The whole number: the text has the end of a prefix and the first random characters.
    Whole,
}

/// The text to search for. An order number as people write it (`O` for 0) becomes the stored form. Empty for a prefix with its hyphen, with
/// which a number begins that is being typed: it narrows nothing.
pub(crate) fn wanted_text(text: Option<&SearchText>) -> String {
    let Some(text) = text else { return String::new() };
    let folded = fold(text.as_str());
    let wanted = OrderId::parse(&folded).map_or(folded, |id| fold(id.as_str()));
    if is_prefix(&wanted) { String::new() } else { wanted }
}

/// A search among the orders of all customers.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    wanted: String,
    /// The words of the text, which a recipient or address has in any order.
    parts: Vec<NamePart>,
    status: Option<OrderStatus>,
    /// The filters, by the status too.
    narrowed: Sql,
    /// Whether there is a filter beside the one by status.
    is_narrow: bool,
    /// The part of a number that may contain the text.
    number_part: Option<NumberPart>,
    /// The numbers of the orders that [`named_by`] finds.
    named: Sql,
}

impl Search {
    /// The search of a query for this text, as [`wanted_text`] has it. `None` without a text, and among the orders of one customer,
    /// which are few.
    pub(crate) fn of(query: &OrderQuery, wanted: &str) -> Option<Self> {
        let text = query.text.as_ref().filter(|_| !wanted.is_empty() && query.owner.is_none() && query.customer.is_none())?;
        let (narrowed, named) = (narrowed(query), named_by(text));
        Some(Self {
            wanted: wanted.to_owned(),
            parts: name_parts(wanted),
            status: query.status,
            narrowed,
            is_narrow: is_narrow(query),
            number_part: number_part(wanted),
            named,
        })
    }

    /// The matches by the counts of contacts, which are kept by status alone.
    fn by_counts(&self) -> Sql {
        let of_contact = self.status.map_or("c.processing + c.shipped + c.completed + c.cancelled", column);
        let mut counts = Sql::new("WITH contact AS MATERIALIZED (SELECT c.id, ")
            .sql(of_contact)
            .sql(" AS n FROM order_contacts c WHERE ")
            .append(self.is_contact())
            .sql(
                ") SELECT (coalesce((SELECT sum(contact.n) FROM contact), 0) + coalesce((SELECT \
                 sum(change.n) FILTER (WHERE change.contact_id IN (SELECT contact.id FROM contact)) FROM order_contact_changes change",
            );
        if let Some(status) = self.status {
            counts = counts.sql(" WHERE change.status = ").bind(status.as_str().to_owned());
        }
        counts = counts.sql("), 0)");
        let others = self.number_part.map(|part| self.is_numbered(part)).into_iter().chain([self.is_named()]);
        others.fold(counts, |counts, other| {
            let counts = counts.sql(" + (SELECT count(*) FROM (SELECT FROM orders o WHERE ").append(other);
            counts.sql(" LIMIT ").bind(COUNT_LIMIT).sql(") AS other)")
        })
    }

    /// Whether the orders of contact `c` match.
    fn is_contact(&self) -> Sql {
        let runs: BTreeSet<String> = self.parts.iter().flat_map(NamePart::contained).flat_map(|text| runs_of_part(&text)).collect();
        Sql::new("runs_of(c.search_text) COLLATE \"C\" @> ")
            .bind(runs.into_iter().collect::<Vec<String>>())
            .sql(" AND ")
            .append(contains_parts("c.search_text", &self.wanted, &self.parts))
    }

    /// Whether order `o` matches by its number alone.
    fn is_numbered(&self, part: NumberPart) -> Sql {
        Sql::new("runs_of_number(o.id) COLLATE \"C\" @> ")
            .bind(runs_of_number(&self.number(), part))
            .sql(" AND ")
            .append(self.numbers(part))
            .sql(" AND NOT ")
            .append(self.names())
            .append(self.narrowed.clone())
    }

    /// Whether order `o` matches by its telephone number or a reference of its payment alone.
    fn is_named(&self) -> Sql {
        let named = self.among_named().sql(" AND NOT ").append(self.names());
        let named = match self.number_part {
            Some(part) => named.sql(" AND NOT ").append(self.numbers(part)),
            None => named,
        };
        named.append(self.narrowed.clone())
    }

    fn among_named(&self) -> Sql {
        Sql::new("o.id = ANY (ARRAY(").append(self.named.clone()).sql("))")
    }

    /// Whether the recipient or address of order `o` contains the words of the text.
    fn names(&self) -> Sql {
        contains_parts("o.search_text", &self.wanted, &self.parts)
    }

    /// Whether the number of order `o` contains the text.
    fn numbers(&self, part: NumberPart) -> Sql {
        in_number(part, self.number())
    }

    /// The text in the form of stored numbers.
    fn number(&self) -> String {
        self.wanted.to_ascii_uppercase()
    }
}

impl Matches for Search {
    fn counts(&self) -> Sql {
        let found = if self.is_narrow {
            let matches = Sql::new("SELECT (SELECT count(*) FROM (SELECT FROM ").append(self.all(None, 0));
            matches.sql(" AS matched LIMIT ").bind(COUNT_LIMIT).sql(") AS counted")
        } else {
            self.by_counts()
        };
        found.sql(")::bigint AS found, (").append(total_of("orders", self.status.map(OrderStatus::as_str))).sql(") AS among")
    }

    fn among_next(&self, behind: Option<&Sql>, orders: i64) -> Sql {
        let next = Sql::new("(SELECT o.* FROM (SELECT * FROM orders o WHERE true").append(self.narrowed.clone()).append(and(behind));
        let next = next.sql(" ORDER BY o.placed_at DESC, o.id DESC LIMIT ").bind(orders).sql(") AS o WHERE ").append(self.names());
        let next = match self.number_part {
            Some(part) => next.sql(" OR ").append(self.numbers(part)),
            None => next,
        };
        next.sql(" OR ").append(self.among_named()).sql(")")
    }

    /// OFFSET keeps the planner from walking the list of all orders to find them.
    fn all(&self, behind: Option<&Sql>, _: i64) -> Sql {
        let named = Sql::new("((SELECT * FROM orders o WHERE o.contact_id = ANY (ARRAY(SELECT c.id FROM order_contacts c WHERE ");
        let named = named.append(self.is_contact()).sql("))").append(self.narrowed.clone()).append(and(behind)).sql(" OFFSET 0)");
        let others = self.number_part.map(|part| self.is_numbered(part)).into_iter().chain([self.is_named()]);
        let all = others.fold(named, |all, other| {
            all.sql(" UNION ALL (SELECT * FROM orders o WHERE ").append(other).append(and(behind)).sql(" OFFSET 0)")
        });
        all.sql(")")
    }
}

/// ` AND …`, where there is a condition.
pub(super) fn and(condition: Option<&Sql>) -> Sql {
    condition.map_or_else(Sql::default, |condition| Sql::new(" AND ").append(condition.clone()))
}

/// The column of a contact that counts the orders of a status.
const fn column(status: OrderStatus) -> &'static str {
    match status {
        OrderStatus::Processing => "c.processing",
        OrderStatus::Shipped => "c.shipped",
        OrderStatus::Completed => "c.completed",
        OrderStatus::Cancelled => "c.cancelled",
    }
}

/// A condition: this part of the number of order `o` contains the text, which has the form of stored numbers.
pub(super) fn in_number(part: NumberPart, text: String) -> Sql {
    let strpos = match part {
        NumberPart::Random => "strpos(right(o.id, 9), ",
        NumberPart::Whole => "strpos(o.id, ",
    };
    Sql::new(strpos).bind(text).sql(") > 0")
}

/// The part of an order number that can contain this text, lower-case.
pub(super) fn number_part(wanted: &str) -> Option<NumberPart> {
    let is_random = |c: u8| c.is_ascii_digit() || (c.is_ascii_lowercase() && !b"ilou".contains(&c));
    let may_be = |(mask, c): (&u8, &u8)| if *mask == b'x' { is_random(*c) } else { mask == c };
    let is_like = |part: &[u8], text: &[u8]| part.len() >= text.len() && part.iter().zip(text).all(may_be);
    let (letters, rest) = split_prefix(wanted).unwrap_or(("", ""));
    if letters.len() <= 5 && !rest.is_empty() && is_like(RANDOM.as_bytes(), rest.as_bytes()) {
        return Some(NumberPart::Whole);
    }
    let length = wanted.len().max(1);
    RANDOM.as_bytes().windows(length).any(|part| is_like(part, wanted.as_bytes())).then_some(NumberPart::Random)
}

/// The letters before the first hyphen of a text, and what is behind it. `None` where other characters are before it.
fn split_prefix(wanted: &str) -> Option<(&str, &str)> {
    wanted.split_once('-').filter(|(letters, _)| letters.bytes().all(|c| c.is_ascii_alphabetic()))
}

/// Whether a text, lower-case, is a whole prefix with its hyphen, or the hyphen alone.
fn is_prefix(wanted: &str) -> bool {
    split_prefix(wanted).is_some_and(|(letters, rest)| rest.is_empty() && matches!(letters.len(), 0 | 2..=5))
}

/// The runs of a part of a number; of a prefix, `runs_of_number` in the database has the last letter alone.
fn runs_of_number(text: &str, part: NumberPart) -> Vec<String> {
    let letters = split_prefix(text).filter(|_| part == NumberPart::Whole).map_or(0, |(letters, _)| letters.len());
    runs_of_part(text.get(letters.saturating_sub(1)..).unwrap_or(text))
}

/// The runs that every text with this part has: those of three characters, or the whole part if it is shorter (`runs_of` in the
/// database cuts the texts). Of an e-mail address only those before the at sign: most addresses share the domain.
fn runs_of_part(folded: &str) -> Vec<String> {
    let telling = folded.split_once('@').map(|(name, _)| name).filter(|name| name.chars().count() >= 3);
    let chars: Vec<char> = telling.unwrap_or(folded).chars().collect();
    chars.windows(chars.len().clamp(1, 3)).map(|run| run.iter().collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_is_no_search() {
        let wanted = |text| wanted_text(Some(&SearchText::parse(text).unwrap()));
        for text in ["", " ", "ARA-", "sumud-", "-"] {
            assert_eq!(wanted(text), "", "{text}");
        }
        for text in ["a", "ara", "a-", "nirmala-", "ara-7", "sumud-7k"] {
            assert_eq!(wanted(text), text);
        }
        assert_eq!(wanted("ARA-7"), "ara-7");
        assert_eq!(wanted("Renée"), "renee");
        assert_eq!(wanted("ara-7K3M-q9to"), "ara-7k3m-q9t0");
        assert_eq!(wanted("OIL-7K3M-q9to"), "oil-7k3m-q9t0", "the letters of a prefix are none of the digits");
        assert_eq!(wanted("\u{202a}ARA\u{2011}7K3M\u{2011}Q9TO\u{202c}"), "ara-7k3m-q9t0", "as copied from a page");
        assert_eq!(wanted_text(None), "");
    }

    #[test]
    fn names_are_looked_for_among_numbers_only_where_they_may_be() {
        for part in ["7", "7k3m", "7k3m-", "7m-q9", "m-", "jaya", "xara", "ara"] {
            assert_eq!(number_part(part), Some(NumberPart::Random), "{part}");
        }
        for part in ["-7", "m-q9", "il-q9", "ra-7k3m-q9tx", "ara-7k3m-q9tx", "sumud-7"] {
            assert_eq!(number_part(part), Some(NumberPart::Whole), "{part}");
        }
        for name in ["perera", "silva", "dias", "ara-7k3m-q9tx7", "araliy-7k3m", "7k3mq", "é", "é-7", "nimal@", "al-amin"] {
            assert_eq!(number_part(name), None, "{name}");
        }
    }

    #[test]
    fn a_prefix_narrows_nothing() {
        for text in ["ARA-7K", "A-7K", "SUMUD-7K"] {
            assert_eq!(runs_of_number(text, NumberPart::Whole)[1..], ["-7K"], "{text}");
        }
        assert_eq!(runs_of_number("SUMUD-7K", NumberPart::Whole)[0], "D-7");
        assert_eq!(runs_of_number("-7", NumberPart::Whole), ["-7"]);
        assert_eq!(runs_of_number("7", NumberPart::Random), ["7"]);
        assert_eq!(runs_of_number("AB-", NumberPart::Random), ["AB-"]);
    }

    #[test]
    fn an_address_is_found_by_its_name() {
        assert_eq!(runs_of_part("nimal@example.com"), ["nim", "ima", "mal"]);
        assert_eq!(runs_of_part("ni"), ["ni"]);
        assert_eq!(runs_of_part("ම"), ["ම"]);
    }
}
