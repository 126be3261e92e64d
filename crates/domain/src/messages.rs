//! Messages that visitors write to the shop, and mail that the shop sends.

pub mod account_mails;
pub mod contact;
pub mod mail_hold;
pub mod mail_kind;
pub mod mail_message;
pub mod mail_settings;
pub mod outbox;
pub mod ports;
pub mod security_notice;
pub mod shop_card;
