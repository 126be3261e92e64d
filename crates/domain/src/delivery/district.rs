//! The districts of Sri Lanka.

use std::fmt;

/// One of the 25 districts (contract-commerce, section 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum District {
    Ampara,
    Anuradhapura,
    Badulla,
    Batticaloa,
    Colombo,
    Galle,
    Gampaha,
    Hambantota,
    Jaffna,
    Kalutara,
    Kandy,
    Kegalle,
    Kilinochchi,
    Kurunegala,
    Mannar,
    Matale,
    Matara,
    Monaragala,
    Mullaitivu,
    NuwaraEliya,
    Polonnaruwa,
    Puttalam,
    Ratnapura,
    Trincomalee,
    Vavuniya,
}

/// The text names no district.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be one of the 25 districts of Sri Lanka")]
pub struct DistrictError;

impl District {
    /// All districts in the order of their names.
    pub const ALL: [Self; 25] = [
        Self::Ampara,
        Self::Anuradhapura,
        Self::Badulla,
        Self::Batticaloa,
        Self::Colombo,
        Self::Galle,
        Self::Gampaha,
        Self::Hambantota,
        Self::Jaffna,
        Self::Kalutara,
        Self::Kandy,
        Self::Kegalle,
        Self::Kilinochchi,
        Self::Kurunegala,
        Self::Mannar,
        Self::Matale,
        Self::Matara,
        Self::Monaragala,
        Self::Mullaitivu,
        Self::NuwaraEliya,
        Self::Polonnaruwa,
        Self::Puttalam,
        Self::Ratnapura,
        Self::Trincomalee,
        Self::Vavuniya,
    ];

    /// Reads a name as [`District::as_str`] writes it.
    ///
    /// # Errors
    /// [`DistrictError`] for any other text.
    pub fn parse(text: &str) -> Result<Self, DistrictError> {
        Self::ALL.into_iter().find(|district| district.as_str() == text).ok_or(DistrictError)
    }

    /// The name in English.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ampara => "Ampara",
            Self::Anuradhapura => "Anuradhapura",
            Self::Badulla => "Badulla",
            Self::Batticaloa => "Batticaloa",
            Self::Colombo => "Colombo",
            Self::Galle => "Galle",
            Self::Gampaha => "Gampaha",
            Self::Hambantota => "Hambantota",
            Self::Jaffna => "Jaffna",
            Self::Kalutara => "Kalutara",
            Self::Kandy => "Kandy",
            Self::Kegalle => "Kegalle",
            Self::Kilinochchi => "Kilinochchi",
            Self::Kurunegala => "Kurunegala",
            Self::Mannar => "Mannar",
            Self::Matale => "Matale",
            Self::Matara => "Matara",
            Self::Monaragala => "Monaragala",
            Self::Mullaitivu => "Mullaitivu",
            Self::NuwaraEliya => "Nuwara Eliya",
            Self::Polonnaruwa => "Polonnaruwa",
            Self::Puttalam => "Puttalam",
            Self::Ratnapura => "Ratnapura",
            Self::Trincomalee => "Trincomalee",
            Self::Vavuniya => "Vavuniya",
        }
    }
}

impl fmt::Display for District {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_25_districts_are_listed_by_name() {
        let names = District::ALL.map(District::as_str);
        assert!(names.is_sorted(), "{names:?}");
        for district in District::ALL {
            assert_eq!(District::parse(&district.to_string()), Ok(district));
        }
        for text in ["", "colombo", "Colombo ", "Nuwara-Eliya", "Western Province", "Mumbai"] {
            assert_eq!(District::parse(text), Err(DistrictError), "{text:?}");
        }
    }
}
