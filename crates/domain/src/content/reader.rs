//! Reads the fields of a document, and collects every fault with the path of its field.

use std::fmt::Display;

use crate::content::document_value::DocumentValue;
use crate::shared::faults::{Fault, Faults};

/// A value, and where it stands in its document, such as `sections[2].slides[0].heading`.
#[derive(Clone, Debug)]
pub(super) struct Field<'a> {
    pub(super) value: &'a DocumentValue,
    pub(super) path: String,
}

impl<'a> Field<'a> {
    pub(super) fn root(value: &'a DocumentValue) -> Self {
        Self { value, path: String::new() }
    }

    /// The field of this name.
    pub(super) fn get(&self, name: &str) -> Self {
        let path = if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) };
        Self { value: self.value.get(name), path }
    }

    /// The items of a list; `None` of anything else.
    fn items_of_list(&self) -> Option<Vec<Self>> {
        let DocumentValue::List(items) = self.value else { return None };
        Some(items.iter().enumerate().map(|(index, value)| Self { value, path: format!("{}[{index}]", self.path) }).collect())
    }

    pub(super) fn text(&self) -> Option<&'a str> {
        match self.value {
            DocumentValue::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn is_null(&self) -> bool {
        *self.value == DocumentValue::Null
    }
}

/// Collects faults while a document is read.
#[derive(Debug, Default)]
pub(super) struct Reader(Vec<Fault>);

impl Reader {
    /// Reads a document.
    ///
    /// # Errors
    /// Every fault of it.
    pub(super) fn read<T>(value: &DocumentValue, read: impl FnOnce(&mut Self, &Field<'_>) -> Option<T>) -> Result<T, Faults> {
        let mut reader = Self::default();
        let done = read(&mut reader, &Field::root(value));
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
        if field.is_null() { Some(None) } else { self.parsed(field, parse).map(Some) }
    }

    /// True or false; `absent` where the field is absent or null.
    pub(super) fn flag(&mut self, field: &Field<'_>, absent: bool) -> Option<bool> {
        match field.value {
            DocumentValue::Flag(flag) => Some(*flag),
            DocumentValue::Null => Some(absent),
            _ => self.fault(field, "must be true or false"),
        }
    }

    /// A finite number from `least` to `greatest`.
    pub(super) fn number(&mut self, field: &Field<'_>, least: f64, greatest: f64) -> Option<f64> {
        match field.value {
            DocumentValue::Number(number) if (least..=greatest).contains(number) => Some(*number),
            _ => self.fault(field, format!("must be a number from {least} to {greatest}")),
        }
    }

    /// The items of a list; none where the field is absent or null. Anything else is a fault: what it holds would be lost.
    pub(super) fn items<'a>(&mut self, field: &Field<'a>) -> Option<Vec<Field<'a>>> {
        if field.is_null() {
            return Some(Vec::new());
        }
        field.items_of_list().or_else(|| self.fault(field, "must be a list"))
    }

    /// A list of `least` to `greatest` items, each read by `read`; an absent one is empty.
    pub(super) fn list<T>(
        &mut self,
        field: &Field<'_>,
        (least, greatest): (usize, usize),
        mut read: impl FnMut(&mut Self, &Field<'_>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let items = self.items(field)?;
        if items.len() < least {
            return self.fault(field, format!("must have at least {least}"));
        }
        if items.len() > greatest {
            return self.fault(field, format!("must have at most {greatest}"));
        }
        let read: Vec<Option<T>> = items.iter().map(|item| read(self, item)).collect();
        read.into_iter().collect()
    }

    /// One word of a closed list.
    pub(super) fn word<T: Copy>(&mut self, field: &Field<'_>, words: &[(&str, T)]) -> Option<T> {
        let found = field.text().and_then(|text| words.iter().find(|(word, _)| *word == text));
        if let Some((_, value)) = found {
            return Some(*value);
        }
        let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        self.fault(field, format!("must be one of {}", words.join(", ")))
    }
}
