//! The shop's details in its mails.

/// Who a mail is from, as its reader sees it: at its foot, and by name in its sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShopCard {
    /// Its name.
    pub name: String,
    /// Its telephone number.
    pub phone: String,
    /// Its e-mail address.
    pub email: String,
    /// Where it is.
    pub address: String,
}
