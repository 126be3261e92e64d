//! The page to which the button of a mail leads, and the address that answers it.

use domain::messages::mail_message::{AttentionNews, MailMessage, OrderStep};
use domain::shared::email::EmailAddress;

/// The page about the order of a mail: the customer's, or the shop's list with this order. A payment that belongs to no order leads to
/// the dashboard, which shows what waits.
pub(super) fn order_link(public_url: &str, message: &MailMessage) -> String {
    match message {
        MailMessage::Order(OrderStep::ForShop | OrderStep::ReturnForShop, order) => {
            format!("{public_url}/admin/orders?q={}", order.id.as_str())
        }
        MailMessage::Attention(AttentionNews { order: Some(order), .. }) => format!("{public_url}/admin/orders?q={}", order.as_str()),
        MailMessage::Attention(_) => format!("{public_url}/admin"),
        MailMessage::Order(_, order) => format!("{public_url}/orders/{}", order.id.as_str()),
        MailMessage::Verify(_) | MailMessage::Invitation(_) | MailMessage::SignInAlert(_) | MailMessage::Security(_) => {
            format!("{public_url}/orders")
        }
    }
}

/// The shop answers the customer from the mail about a new order, and an invited person the owner.
pub(super) fn reply_to(message: &MailMessage) -> Option<EmailAddress> {
    match message {
        MailMessage::Order(OrderStep::ForShop | OrderStep::ReturnForShop, order) => Some(order.email.clone()),
        MailMessage::Invitation(news) => Some(news.invited_by.clone()),
        MailMessage::Order(..)
        | MailMessage::Verify(_)
        | MailMessage::Attention(_)
        | MailMessage::SignInAlert(_)
        | MailMessage::Security(_) => None,
    }
}
