//! Reads the fields of a document, and collects every fault with the path of its field.

use std::fmt::Display;

use serde_json::Value;

use crate::shared::faults::{Fault, Faults};
use crate::shared::text::Text;

/// A value, and where it stands in its document, such as `sections[2].slides[0].heading`.
#[derive(Clone, Debug)]
pub(super) struct Field<'a> {
    pub(super) value: &'a Value,
    pub(super) path: String,
}

impl<'a> Field<'a> {
    /// The field of this name; null where it is absent.
    pub(super) fn get(&self, name: &str) -> Self {
        let path = if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) };
        Self { value: self.value.get(name).unwrap_or(&Value::Null), path }
    }

    pub(super) fn text(&self) -> Option<&'a str> {
        self.value.as_str()
    }
}

/// A part of a document.
pub(super) trait Part: Sized {
    /// Reads the part; `None` after a fault.
    fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self>;
}

/// Declares a document or a part of one: a struct whose JSON has the names of its fields in camel case. An absent field is null. After
/// the type of a field stands what its own [`Part`] does not say: the least and the largest length of a list, the value of an absent flag,
/// or the function that reads it.
macro_rules! document {
    ($(
        $(#[$attribute:meta])*
        pub struct $name:ident {
            $($(#[$of_field:meta])* pub $field:ident: $type:ty $([$least:expr, $most:expr])? $(= $absent:literal)? $(=> $read:expr)?,)*
        }
    )+) => {$(
        $(#[$attribute])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
        #[serde(rename_all = "camelCase")]
        pub struct $name {
            $($(#[$of_field])* pub $field: $type,)*
        }

        impl $crate::content::reader::Part for $name {
            fn read(reader: &mut $crate::content::reader::Reader, field: &$crate::content::reader::Field<'_>) -> Option<Self> {
                $(
                    let part = field.get(&$crate::content::reader::camel_case(stringify!($field)));
                    let $field = $crate::content::reader::read_part!(reader, part $([$least, $most])? $(= $absent)? $(=> $read)?);
                )*
                Some(Self { $($field: $field?,)* })
            }
        }
    )+};
}
pub(super) use document;

macro_rules! read_part {
    ($reader:ident, $part:ident) => {
        $crate::content::reader::Part::read($reader, &$part)
    };
    ($reader:ident, $part:ident [$least:expr, $most:expr]) => {
        $reader.list(&$part, ($least, $most), $crate::content::reader::Part::read)
    };
    ($reader:ident, $part:ident = $absent:literal) => {
        $reader.flag(&$part, $absent)
    };
    ($reader:ident, $part:ident => $read:expr) => {
        $read($reader, &$part)
    };
}
pub(super) use read_part;

/// A text that its `parse` accepts.
macro_rules! text_parts {
    ($($type:ty),+) => {$(
        impl $crate::content::reader::Part for $type {
            fn read(reader: &mut $crate::content::reader::Reader, field: &$crate::content::reader::Field<'_>) -> Option<Self> {
                reader.parsed(field, Self::parse)
            }
        }
    )+};
}
pub(super) use text_parts;

impl<const MIN: usize, const MAX: usize> Part for Text<MIN, MAX> {
    fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        reader.parsed(field, Self::parse)
    }
}

impl<T: Part> Part for Option<T> {
    fn read(reader: &mut Reader, field: &Field<'_>) -> Option<Self> {
        if field.value.is_null() { Some(None) } else { T::read(reader, field).map(Some) }
    }
}

/// `about_heading` as `aboutHeading`.
pub(super) fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let mut text = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        text.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        text.push_str(letters.as_str());
    }
    text
}

/// Collects faults while a document is read.
#[derive(Debug, Default)]
pub(super) struct Reader(Vec<Fault>);

impl Reader {
    /// Reads a document.
    ///
    /// # Errors
    /// Every fault of it.
    pub(super) fn read<T>(value: &Value, read: impl FnOnce(&mut Self, &Field<'_>) -> Option<T>) -> Result<T, Faults> {
        let mut reader = Self::default();
        let done = read(&mut reader, &Field { value, path: String::new() });
        Faults::check(reader.0)?;
        done.ok_or_else(|| Faults::of(Fault::new("body", "must be a document")))
    }

    /// Notes a fault; `None`, for the end of a function that reads.
    pub(super) fn fault<T>(&mut self, field: &Field<'_>, sentence: impl Display) -> Option<T> {
        let path = if field.path.is_empty() { "body" } else { &field.path };
        self.0.push(Fault::new(path, sentence.to_string()));
        None
    }

    /// A text that `parse` accepts.
    pub(super) fn parsed<T, E: Display>(&mut self, field: &Field<'_>, parse: impl FnOnce(&str) -> Result<T, E>) -> Option<T> {
        let Some(text) = field.text() else { return self.fault(field, "must be a text") };
        match parse(text) {
            Ok(value) => Some(value),
            Err(error) => self.fault(field, error),
        }
    }

    /// A text that `parse` accepts; `Some(None)` where the field is absent or null.
    pub(super) fn optional<T, E: Display>(&mut self, field: &Field<'_>, parse: impl FnOnce(&str) -> Result<T, E>) -> Option<Option<T>> {
        if field.value.is_null() { Some(None) } else { self.parsed(field, parse).map(Some) }
    }

    /// True or false; `absent` where the field is absent or null.
    pub(super) fn flag(&mut self, field: &Field<'_>, absent: bool) -> Option<bool> {
        match field.value {
            Value::Bool(flag) => Some(*flag),
            Value::Null => Some(absent),
            _ => self.fault(field, "must be true or false"),
        }
    }

    /// A finite number from `least` to `greatest`.
    pub(super) fn number(&mut self, field: &Field<'_>, least: f64, greatest: f64) -> Option<f64> {
        let number = field.value.as_f64().filter(|number| (least..=greatest).contains(number));
        number.or_else(|| self.fault(field, format!("must be a number from {least} to {greatest}")))
    }

    /// The items of a list; none where the field is absent or null. Anything else is a fault: what it holds would be lost.
    pub(super) fn items<'a>(&mut self, field: &Field<'a>) -> Option<Vec<Field<'a>>> {
        match field.value {
            Value::Null => Some(Vec::new()),
            Value::Array(items) => {
                let item = |(index, value)| Field { value, path: format!("{}[{index}]", field.path) };
                Some(items.iter().enumerate().map(item).collect())
            }
            _ => self.fault(field, "must be a list"),
        }
    }

    /// A list of `least` to `greatest` items, each read by `read`; an absent one is empty.
    pub(super) fn list<T>(
        &mut self,
        field: &Field<'_>,
        (least, greatest): (usize, usize),
        read: impl FnMut(&mut Self, &Field<'_>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let items = self.items(field)?;
        if items.len() < least {
            return self.fault(field, format!("must have at least {least}"));
        }
        if items.len() > greatest {
            return self.fault(field, format!("must have at most {greatest}"));
        }
        self.each(&items, read)
    }

    /// All items, each read by `read`; `None` where one is wrong, after all of them were read.
    pub(super) fn each<T>(&mut self, items: &[Field<'_>], mut read: impl FnMut(&mut Self, &Field<'_>) -> Option<T>) -> Option<Vec<T>> {
        let read: Vec<Option<T>> = items.iter().map(|item| read(self, item)).collect();
        read.into_iter().collect()
    }

    /// One word of a closed list.
    pub(super) fn word<T: Copy + Display>(&mut self, field: &Field<'_>, words: &[T]) -> Option<T> {
        let found = field.text().and_then(|text| words.iter().find(|word| word.to_string() == text));
        found.copied().or_else(|| {
            let words: Vec<String> = words.iter().map(ToString::to_string).collect();
            self.fault(field, format!("must be one of {}", words.join(", ")))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_fields_are_camel_case() {
        for (name, expected) in [("to", "to"), ("is_shown", "isShown"), ("seo_description", "seoDescription")] {
            assert_eq!(camel_case(name), expected);
        }
    }
}
