//! The first steps of an owner, each told by facts of the shop.

/// Which first steps are done. No step is ticked by hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checklist {
    /// The shop shows a logo of its own.
    pub has_logo: bool,
    /// The shop has a product.
    pub has_product: bool,
    /// A member of staff saved the settings of delivery, changed or not.
    pub has_delivery: bool,
    /// A member of staff saved the settings of payment, changed or not.
    pub has_payment: bool,
    /// A mail of the shop arrived: an owner confirmed an address by the link in it.
    pub has_tested_mail: bool,
}
