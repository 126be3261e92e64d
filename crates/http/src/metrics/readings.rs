//! Values that are read when Prometheus asks, from the adapters and the process.

use async_trait::async_trait;

/// Whether a value may fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadingKind {
    /// It may: a present state.
    Gauge,
    /// It only rises from the start of the process. Prometheus sees its name with the suffix `_total`.
    Counter,
}

/// A value that is read when Prometheus asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Its name in Prometheus, without the suffix of a counter. Readings of the same name stand one after the other.
    pub name: &'static str,
    /// Its description.
    pub help: &'static str,
    /// The label that tells it from other readings of its name.
    pub label: Option<(&'static str, &'static str)>,
    /// Whether it may fall.
    pub kind: ReadingKind,
    /// The value.
    pub value: i64,
}

impl Reading {
    /// A gauge without a label.
    #[must_use]
    pub const fn gauge(name: &'static str, help: &'static str, value: i64) -> Self {
        Self { name, help, label: None, kind: ReadingKind::Gauge, value }
    }

    /// A counter without a label.
    #[must_use]
    pub const fn counter(name: &'static str, help: &'static str, value: i64) -> Self {
        Self { name, help, label: None, kind: ReadingKind::Counter, value }
    }

    /// The same with a label.
    #[must_use]
    pub const fn labelled(self, name: &'static str, value: &'static str) -> Self {
        Self { label: Some((name, value)), ..self }
    }
}

/// A source of readings.
#[async_trait]
pub trait Readings: Send + Sync {
    /// The present values. Values that cannot be read are left out.
    async fn read(&self) -> Vec<Reading>;
}
