//! The shop's details in its mails.

use crate::payments::payment_settings::BankAccount;

/// Who a mail is from, as its reader sees it: at its foot, and by name in its sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShopCard {
    pub name: String,
    /// Its telephone number; empty: it shows none.
    pub phone: String,
    pub email: String,
    /// Where it is; empty: it shows no address.
    pub address: String,
    /// The colour of its buttons and links, as `#9b2f4f`.
    pub accent: String,
    /// The account to which customers transfer money now: not that of the time of an order, which the shop may have closed.
    pub bank_account: Option<BankAccount>,
}
