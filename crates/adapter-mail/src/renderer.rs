//! The shop's mails in HTML and text, from the templates in `templates/`. All mails share one layout. HTML templates escape values.

mod figures;
mod money_words;
mod order_page;
mod order_words;
mod phrase;
mod security_words;
mod texts;

use askama::Template;
use domain::accounts::sign_in_alert::SignInNews;
use domain::messages::mail_message::{AttentionNews, InvitationNews, MailMessage};
use domain::messages::ports::{MailRenderer, MailSubject, RenderedMail};
use domain::messages::security_notice::SecurityNews;
use domain::messages::shop_card::ShopCard;
use domain::payments::attention::AttentionKind;
use domain::shared::calendar::ShopCalendar;
use domain::shared::language::Language;
use domain::shared::ports::PortError;

use self::figures::time_of;
use self::order_page::OrderPage;
use self::security_words::SecurityWords;

/// Renders mails from the templates.
#[derive(Clone, Debug)]
pub struct TemplateRenderer {
    calendar: ShopCalendar,
}

impl TemplateRenderer {
    /// A renderer for mails whose days and times are those of `calendar`.
    #[must_use]
    pub const fn new(calendar: ShopCalendar) -> Self {
        Self { calendar }
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
#[template(path = "invitation.html")]
struct InvitationHtml<'a> {
    shop: &'a ShopCard,
    subject: &'a str,
    news: &'a InvitationNews,
    until: &'a str,
    link: &'a str,
}

#[derive(Template)]
#[template(path = "invitation.txt")]
struct InvitationText<'a> {
    shop: &'a ShopCard,
    news: &'a InvitationNews,
    until: &'a str,
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

#[derive(Template)]
#[template(path = "sign_in_alert.html")]
struct SignInHtml<'a> {
    shop: &'a ShopCard,
    subject: &'a str,
    news: &'a SignInNews,
    time: &'a str,
    link: &'a str,
}

#[derive(Template)]
#[template(path = "sign_in_alert.txt")]
struct SignInText<'a> {
    shop: &'a ShopCard,
    news: &'a SignInNews,
    time: &'a str,
    link: &'a str,
}

#[derive(Template)]
#[template(path = "security_notice.html")]
struct SecurityHtml<'a> {
    shop: &'a ShopCard,
    subject: &'a str,
    words: &'a SecurityWords,
    news: &'a SecurityNews,
    time: &'a str,
    link: &'a str,
}

#[derive(Template)]
#[template(path = "security_notice.txt")]
struct SecurityText<'a> {
    shop: &'a ShopCard,
    words: &'a SecurityWords,
    news: &'a SecurityNews,
    time: &'a str,
    link: &'a str,
}

/// The words for a kind of payment to look at, which are the subject of its mail.
const fn words(kind: AttentionKind) -> &'static str {
    match kind {
        AttentionKind::Unmatched => "A payment belongs to no order",
        AttentionKind::AmountMismatch => "Another amount was paid than was asked for",
        AttentionKind::DuplicatePayment => "A payment came twice",
        AttentionKind::LatePayment => "Money came for a cancelled order",
        AttentionKind::Overpaid => "An order was paid more than it costs",
        AttentionKind::LateSlip => "A bank slip came for an expired order",
        AttentionKind::Chargeback => "The payment gateway took a payment back",
    }
}

fn attention_subject(news: &AttentionNews) -> MailSubject {
    let number = news.order.as_ref().map(|order| format!(": {order}")).unwrap_or_default();
    MailSubject::one_line(&format!("{}{number}", words(news.kind)))
}

impl MailRenderer for TemplateRenderer {
    fn render(&self, shop: &ShopCard, message: &MailMessage, language: Language, link: &str) -> Result<RenderedMail, PortError> {
        let (subject, text, html) = match message {
            MailMessage::Verify(_) => {
                let subject = MailSubject::one_line(&format!("Confirm your e-mail address for {}", shop.name));
                let html = VerifyHtml { shop, subject: subject.as_str(), link }.render();
                (subject, VerifyText { shop, link }.render(), html)
            }
            MailMessage::Invitation(news) => {
                let subject = MailSubject::one_line(&format!("Join the team of {}", shop.name));
                let until = &time_of(news.until, self.calendar);
                let html = InvitationHtml { shop, subject: subject.as_str(), news, until, link }.render();
                (subject, InvitationText { shop, news, until, link }.render(), html)
            }
            MailMessage::Order(step, order) => {
                let page = OrderPage::of(*step, order, language, self.calendar, shop)?;
                let subject = MailSubject::one_line(&page.words.subject);
                let html = OrderHtml { shop, subject: subject.as_str(), page: &page, link }.render();
                (subject, OrderText { shop, page: &page, link }.render(), html)
            }
            MailMessage::Attention(news) => {
                let (mail_subject, subject) = (attention_subject(news), words(news.kind));
                let button = if news.order.is_some() { "Open the order" } else { "Open the shop" };
                let html = AttentionHtml { shop, subject, news, button, link }.render();
                (mail_subject, AttentionText { shop, subject, news, button, link }.render(), html)
            }
            MailMessage::SignInAlert(news) => {
                let subject = MailSubject::one_line(&format!("A new sign-in to your account at {}", shop.name));
                let time = &time_of(news.at, self.calendar);
                let html = SignInHtml { shop, subject: subject.as_str(), news, time, link }.render();
                (subject, SignInText { shop, news, time, link }.render(), html)
            }
            MailMessage::Security(news) => {
                let words = &SecurityWords::of(&news.event);
                let subject = MailSubject::one_line(&format!("{} at {}", words.heading, shop.name));
                let time = &time_of(news.at, self.calendar);
                let html = SecurityHtml { shop, subject: subject.as_str(), words, news, time, link }.render();
                (subject, SecurityText { shop, words, news, time, link }.render(), html)
            }
        };
        Ok(RenderedMail { subject, text: text.map_err(PortError::internal)?, html: html.map_err(PortError::internal)? })
    }
}

#[cfg(test)]
mod tests;
