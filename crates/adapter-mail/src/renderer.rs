//! The shop's mails in HTML and text, from the templates in `templates/`. All mails share one layout. HTML templates escape values.

mod order_page;

use askama::Template;
use domain::messages::mail_message::MailMessage;
use domain::messages::ports::{MailRenderer, MailSubject, RenderedMail};
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
}

impl TemplateRenderer {
    /// A renderer for the mails of this shop.
    #[must_use]
    pub const fn new(shop: ShopCard) -> Self {
        Self { shop }
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
                let page = OrderPage::of(*step, order)?;
                let subject = MailSubject::one_line(&page.subject);
                let html = OrderHtml { shop, subject: subject.as_str(), page: &page, link }.render();
                (subject, OrderText { shop, page: &page, link }.render(), html)
            }
        };
        Ok(RenderedMail { subject, text: text.map_err(PortError::internal)?, html: html.map_err(PortError::internal)? })
    }
}

#[cfg(test)]
mod tests;
