//! Zones: sets of districts with the same rates.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::delivery::district::District;
use crate::shared::json::text_json;
use crate::shared::text::{Text, TextError};

/// The name of the zone that has every district without a zone, and the orders without a district.
pub const REST: &str = "rest";

/// The name of a zone: 1 to 100 characters, and not [`REST`] in any case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ZoneName(Text<1, 100>);

text_json!(ZoneName, Self::parse);

/// Why a text names no zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ZoneNameError {
    /// No text of one line.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The zone `rest` always exists and has no districts of its own.
    #[error("must not be rest, the zone of all other districts")]
    Reserved,
}

impl ZoneName {
    /// Checks the name of a zone.
    ///
    /// # Errors
    /// [`ZoneNameError`] for a wrong length, a control character, or the name [`REST`].
    pub fn parse(text: &str) -> Result<Self, ZoneNameError> {
        let name = Text::parse(text)?;
        if name.as_str().eq_ignore_ascii_case(REST) { Err(ZoneNameError::Reserved) } else { Ok(Self(name)) }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

/// The zone of a rate.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ZoneOf {
    /// The districts without a zone.
    Rest,
    Named(ZoneName),
}

text_json!(ZoneOf, Self::parse);

impl ZoneOf {
    /// Reads the name of a zone, [`REST`] included.
    ///
    /// # Errors
    /// [`ZoneNameError`] for a text that names no zone.
    pub fn parse(text: &str) -> Result<Self, ZoneNameError> {
        if text == REST { Ok(Self::Rest) } else { ZoneName::parse(text).map(Self::Named) }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Rest => REST,
            Self::Named(name) => name.as_str(),
        }
    }
}

/// Districts with the same rates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Zone {
    pub name: ZoneName,
    /// Its districts; no other zone has them.
    pub districts: BTreeSet<District>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_the_rest_is_reserved() {
        assert_eq!(ZoneName::parse(" Hill country ").unwrap().as_str(), "Hill country");
        for text in ["rest", "Rest", " REST "] {
            assert_eq!(ZoneName::parse(text), Err(ZoneNameError::Reserved), "{text}");
        }
        assert_eq!(ZoneName::parse(""), Err(ZoneNameError::Text(TextError::Empty)));
        assert_eq!(ZoneOf::parse("rest"), Ok(ZoneOf::Rest));
        assert_eq!(ZoneOf::parse("Hill country").map(|zone| zone.as_str().to_owned()), Ok("Hill country".to_owned()));
    }
}
