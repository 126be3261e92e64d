//! The shop's mails in HTML and text, from the templates in `templates/`. All mails share one layout. HTML templates escape values.

mod order_page;

use askama::Template;
use domain::messages::mail_message::{AttentionNews, MailMessage};
use domain::messages::ports::{MailRenderer, MailSubject, RenderedMail};
use domain::payments::attention::AttentionKind;
use domain::shared::calendar::ShopCalendar;
use domain::shared::ports::PortError;

use self::order_page::OrderPage;

/// The shop's details at the foot of each mail.
#[derive(Clone, Debug)]
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

/// Renders mails from the templates.
#[derive(Clone, Debug)]
pub struct TemplateRenderer {
    shop: ShopCard,
    calendar: ShopCalendar,
}

impl TemplateRenderer {
    /// A renderer for the mails of this shop, whose days and times are those of `calendar`.
    #[must_use]
    pub const fn new(shop: ShopCard, calendar: ShopCalendar) -> Self {
        Self { shop, calendar }
    }
}

#[derive(Template)]
#[template(path = "verify.html")]
struct VerifyHtml<'a> {
    shop: &'a ShopCard,
    subject: &'a str,
    link: &'a str,
}

#[derive(Template)]
#[template(path = "verify.txt")]
struct VerifyText<'a> {
    shop: &'a ShopCard,
    link: &'a str,
}

#[derive(Template)]
#[template(path = "order.html")]
struct OrderHtml<'a> {
    shop: &'a ShopCard,
    subject: &'a str,
    page: &'a OrderPage<'a>,
    link: &'a str,
}

#[derive(Template)]
#[template(path = "order.txt")]
struct OrderText<'a> {
    shop: &'a ShopCard,
    page: &'a OrderPage<'a>,
    link: &'a str,
}

#[derive(Template)]
#[template(path = "attention.html")]
struct AttentionHtml<'a> {
    shop: &'a ShopCard,
    subject: &'a str,
    news: &'a AttentionNews,
    button: &'a str,
    link: &'a str,
}

#[derive(Template)]
#[template(path = "attention.txt")]
struct AttentionText<'a> {
    shop: &'a ShopCard,
    subject: &'a str,
    news: &'a AttentionNews,
    button: &'a str,
    link: &'a str,
}

/// The words for a kind of payment to look at, which are the subject of its mail.
const fn words(kind: AttentionKind) -> &'static str {
    match kind {
        AttentionKind::Unmatched => "A payment belongs to no order",
        AttentionKind::AmountMismatch => "Another amount was paid than was asked for",
        AttentionKind::DuplicatePayment => "A payment came twice",
        AttentionKind::LatePayment => "Money came for a cancelled order",
    }
}

fn attention_subject(news: &AttentionNews) -> MailSubject {
    let number = news.order.as_ref().map(|order| format!(": {order}")).unwrap_or_default();
    MailSubject::one_line(&format!("{}{number}", words(news.kind)))
}

impl MailRenderer for TemplateRenderer {
    fn render(&self, message: &MailMessage, link: &str) -> Result<RenderedMail, PortError> {
        let shop = &self.shop;
        let (subject, text, html) = match message {
            MailMessage::Verify(_) => {
                let subject = MailSubject::one_line(&format!("Confirm your e-mail address for {}", shop.name));
                let html = VerifyHtml { shop, subject: subject.as_str(), link }.render();
                (subject, VerifyText { shop, link }.render(), html)
            }
            MailMessage::Order(step, order) => {
                let page = OrderPage::of(*step, order, self.calendar)?;
                let subject = MailSubject::one_line(&page.subject);
                let html = OrderHtml { shop, subject: subject.as_str(), page: &page, link }.render();
                (subject, OrderText { shop, page: &page, link }.render(), html)
            }
            MailMessage::Attention(news) => {
                let (mail_subject, subject) = (attention_subject(news), words(news.kind));
                let button = if news.order.is_some() { "Open the order" } else { "Open the shop" };
                let html = AttentionHtml { shop, subject, news, button, link }.render();
                (mail_subject, AttentionText { shop, subject, news, button, link }.render(), html)
            }
        };
        Ok(RenderedMail { subject, text: text.map_err(PortError::internal)?, html: html.map_err(PortError::internal)? })
    }
}

#[cfg(test)]
mod tests;
