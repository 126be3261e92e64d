//! The districts of Sri Lanka.

use crate::shared::json::words;

words! {
    /// One of the 25 districts (contract-commerce, section 1), in the order of their names.
    #[derive(PartialOrd, Ord)]
    pub enum District or "must be one of the 25 districts of Sri Lanka" {
        Ampara = "Ampara",
        Anuradhapura = "Anuradhapura",
        Badulla = "Badulla",
        Batticaloa = "Batticaloa",
        Colombo = "Colombo",
        Galle = "Galle",
        Gampaha = "Gampaha",
        Hambantota = "Hambantota",
        Jaffna = "Jaffna",
        Kalutara = "Kalutara",
        Kandy = "Kandy",
        Kegalle = "Kegalle",
        Kilinochchi = "Kilinochchi",
        Kurunegala = "Kurunegala",
        Mannar = "Mannar",
        Matale = "Matale",
        Matara = "Matara",
        Monaragala = "Monaragala",
        Mullaitivu = "Mullaitivu",
        NuwaraEliya = "Nuwara Eliya",
        Polonnaruwa = "Polonnaruwa",
        Puttalam = "Puttalam",
        Ratnapura = "Ratnapura",
        Trincomalee = "Trincomalee",
        Vavuniya = "Vavuniya",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_25_districts_are_listed_by_name() {
        let names = District::ALL.map(District::as_str);
        assert!(names.is_sorted(), "{names:?}");
    }
}
