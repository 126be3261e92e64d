//! Notes on orders.

use crate::shared::json::words;
use crate::shared::text::NoteText;

words! {
    /// Who reads a note (contract-commerce, section 4).
    pub enum NoteVisibility or "must be internal or customer" {
        Internal = "internal",
        Customer = "customer",
    }
}

/// A note that staff add to an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderNote {
    pub text: NoteText,
    pub visibility: NoteVisibility,
}
