//! The mails of the shop with sample data, for the owner.

use std::sync::Arc;

use chrono::TimeDelta;
use domain::accounts::email_verification;
use domain::accounts::email_verification::EmailClaim;
use domain::accounts::session_origin::{DeviceName, Network, SessionOrigin};
use domain::accounts::sign_in_alert::{AlertSecret, SignInNews};
use domain::accounts::staff_invitation::{self, InvitationSecret};
use domain::accounts::staff_role::StaffRole;
use domain::messages::mail_message::{
    AttentionNews, InvitationNews, MailKind, MailMessage, MailRecipient, OrderNews, OrderStep, OrderSummary, ReturnedItem, SummaryItem,
    TotalPart, Tracking,
};
use domain::messages::ports::{MailRenderer, RenderedMail};
use domain::messages::security_notice::{SecurityEvent, SecurityNews};
use domain::messages::shop_card::ShopCard;
use domain::payments::attention::AttentionKind;
use domain::payments::payment_method::PaymentMethod;
use domain::payments::payment_settings::BankAccount;
use domain::shared::email::EmailAddress;
use domain::shared::error::feature_error;
use domain::shared::ids::{InvitationId, SessionId, UserId};
use domain::shared::language::Language;
use domain::shared::money::Money;
use domain::shared::order_id::OrderId;
use domain::shared::order_prefix::OrderPrefix;
use domain::shared::ports::{Clock, IdSource, PortError};
use domain::shared::quantity::Quantity;
use domain::shared::text::{ProductName, RecipientName, ShippingAddress, Text};

use super::mail_addresses::order_link;
use crate::content::current_content::CurrentContent;
use crate::error::ReadError;
use crate::settings::current_settings::CurrentSettings;

feature_error! {
    /// Why a mail is not shown.
    pub enum ShowMailError {
        NotFound => NotFound, "mail.not_found", "There is no such mail.";
    }
}

/// A mail with sample data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailPreview {
    pub kind: MailKind,
    pub mail: RenderedMail,
}

/// Renders mails with sample data.
#[derive(Clone)]
pub struct PreviewMails {
    pub renderer: Arc<dyn MailRenderer>,
    pub clock: Arc<dyn Clock>,
    /// Draws the id of the sample account.
    pub ids: Arc<dyn IdSource>,
    /// The shop's public address without a trailing slash.
    pub public_url: String,
    /// The published content, which names the shop.
    pub content: CurrentContent,
    /// The shop's settings, which have its bank account.
    pub settings: CurrentSettings,
}

impl PreviewMails {
    /// All mails of the shop in a language, in the order of [`MailKind::ALL`]. The shop need not offer the language: its texts are read
    /// before they are switched on.
    ///
    /// # Errors
    /// [`ReadError`] when a template or the store of the content fails.
    pub async fn all(&self, language: Language) -> Result<Vec<MailPreview>, ReadError> {
        let (shop, number) = (self.shop().await?, self.number().await?);
        Ok(MailKind::ALL.into_iter().map(|kind| self.render(&shop, &number, kind, language)).collect::<Result<_, PortError>>()?)
    }

    /// The mail of the kind with this name, in a language.
    ///
    /// # Errors
    /// [`ShowMailError`] when there is none, its template or the store of the content fails.
    pub async fn show(&self, kind: &str, language: Language) -> Result<MailPreview, ShowMailError> {
        let kind = MailKind::parse(kind).ok_or(ShowMailError::NotFound)?;
        Ok(self.render(&self.shop().await?, &self.number().await?, kind, language)?)
    }

    /// The shop in mails: with the account that it has, else with a sample, since mails of orders by transfer name one.
    async fn shop(&self) -> Result<ShopCard, PortError> {
        let account = self.settings.get().await?.payments.value.plan().bank_account.clone();
        let bank_account = Some(account.map_or_else(sample_account, Ok)?);
        Ok(ShopCard { bank_account, ..self.content.shop_card().await? })
    }

    /// The number of the sample order, with the shop's prefix.
    async fn number(&self) -> Result<OrderId, PortError> {
        let (settings, content) = (self.settings.get().await?, self.content.get().await?);
        let prefix = OrderPrefix::chosen_or_of(settings.orders.value.prefix, content.identity_text("name"));
        OrderId::parse(&format!("{prefix}-7K3M-Q9TX")).map_err(PortError::internal)
    }

    fn render(&self, shop: &ShopCard, number: &OrderId, kind: MailKind, language: Language) -> Result<MailPreview, PortError> {
        let message = self.sample(kind, number)?;
        let link = match &message {
            MailMessage::Verify(_) => email_verification::link(&self.public_url, "sample"),
            MailMessage::Invitation(_) => InvitationSecret::new("sample".to_owned()).link(&self.public_url),
            MailMessage::SignInAlert(_) => AlertSecret::new("sample".to_owned()).link(&self.public_url),
            MailMessage::Security(news) => format!("{}{}", self.public_url, news.event.path()),
            MailMessage::Order(..) | MailMessage::Attention(_) => order_link(&self.public_url, &message),
        };
        Ok(MailPreview { kind, mail: self.renderer.render(shop, &message, language, &link)? })
    }

    fn sample(&self, kind: MailKind, number: &OrderId) -> Result<MailMessage, PortError> {
        match kind.step() {
            Some(step) => Ok(MailMessage::Order(step, Box::new(self.sample_order(step, number)?))),
            None if kind == MailKind::Attention => Ok(sample_attention(number)),
            None if kind == MailKind::Invitation => self.sample_invitation(),
            None if kind == MailKind::SignInAlert => Ok(self.sample_sign_in()),
            None if kind == MailKind::SecurityNotice => self.sample_notice(),
            None => self.sample_claim(),
        }
    }

    /// A sample order at this step, with what the step is about.
    fn sample_order(&self, step: OrderStep, number: &OrderId) -> Result<OrderSummary, PortError> {
        let order = sample_order(step, number)?;
        let until = self.clock.now() + TimeDelta::hours(24);
        let news = OrderNews { due: Some(order.total), to_return: Some(Money::ZERO), ..OrderNews::default() };
        let news = match step {
            OrderStep::Reminder => OrderNews { until: Some(until), ..news },
            OrderStep::SlipRejected => OrderNews { until: Some(until), text: Some("The picture cannot be read.".to_owned()), ..news },
            OrderStep::Paid => OrderNews { amount: Some(order.total), due: Some(Money::ZERO), ..news },
            OrderStep::Refunded => {
                OrderNews { amount: Some(order.total), due: Some(Money::ZERO), text: Some("RF-2041".to_owned()), ..news }
            }
            OrderStep::Note => {
                OrderNews { text: Some("The rosewood shade comes back tomorrow.\nWe send both parts together.".to_owned()), ..news }
            }
            OrderStep::ReturnForShop => {
                OrderNews { text: Some("damaged: The cap is broken.".to_owned()), returned: returned(&order), ..news }
            }
            OrderStep::ReturnRequested => OrderNews { returned: returned(&order), ..news },
            OrderStep::ReturnApproved | OrderStep::ReturnRejected => {
                OrderNews { text: Some("Please call us if you have questions.".to_owned()), returned: returned(&order), ..news }
            }
            OrderStep::ReturnReceived => {
                let credit = order.items.first().map(|item| item.price);
                OrderNews { amount: credit, to_return: credit, due: Some(Money::ZERO), returned: returned(&order), ..news }
            }
            OrderStep::Placed => OrderNews { until: order.payment.is_prepaid().then_some(until), ..news },
            OrderStep::Expired | OrderStep::Cancelled => OrderNews { due: Some(Money::ZERO), is_cancelled: true, ..news },
            _ => news,
        };
        Ok(OrderSummary { news, ..order })
    }

    fn sample_invitation(&self) -> Result<MailMessage, PortError> {
        let (id, until) = (InvitationId::new(self.ids.uuid()), self.clock.now() + staff_invitation::VALID_FOR);
        Ok(MailMessage::Invitation(InvitationNews { id, role: StaffRole::Manager, invited_by: sample_email()?, until }))
    }

    fn sample_sign_in(&self) -> MailMessage {
        let device = DeviceName::of_user_agent(Some("Firefox/145.0 Linux"));
        let origin = SessionOrigin { device, network: Network::of([192, 0, 2, 7].into()) };
        MailMessage::SignInAlert(SignInNews { at: self.clock.now(), origin, session: SessionId::new(self.ids.uuid()) })
    }

    fn sample_notice(&self) -> Result<MailMessage, PortError> {
        let event = SecurityEvent::PaymentSettings { account: Some("Nimali Perera, 000123456789, Sample Bank, Kandy".to_owned()) };
        Ok(MailMessage::Security(Box::new(SecurityNews { at: self.clock.now(), by: Some(sample_email()?), event })))
    }

    fn sample_claim(&self) -> Result<MailMessage, PortError> {
        let until = self.clock.now() + email_verification::VALID_FOR;
        Ok(MailMessage::Verify(EmailClaim { user: UserId::new(self.ids.uuid()), email: sample_email()?, until }))
    }
}

/// The first product of an order, which comes back.
fn returned(order: &OrderSummary) -> Vec<ReturnedItem> {
    order.items.iter().take(1).map(|item| ReturnedItem { name: item.name.clone(), quantity: item.quantity }).collect()
}

fn sample_email() -> Result<EmailAddress, PortError> {
    EmailAddress::parse("nimali@example.com").map_err(PortError::internal)
}

fn sample_account() -> Result<BankAccount, PortError> {
    let text = |text| Text::parse(text).map_err(PortError::internal);
    let number = Text::parse("0000 0000 0000").map_err(PortError::internal)?;
    Ok(BankAccount { bank: text("Sample Bank")?, branch: Some(text("Colombo 07")?), holder: text("Your shop")?, number })
}

fn sample_attention(number: &OrderId) -> MailMessage {
    let detail = format!("Money came for the cancelled order {number}.");
    MailMessage::Attention(AttentionNews { kind: AttentionKind::LatePayment, order: Some(number.clone()), detail })
}

/// Steps of orders that are paid by bank transfer.
const fn is_by_transfer(step: OrderStep) -> bool {
    matches!(
        step,
        OrderStep::Placed | OrderStep::Reminder | OrderStep::SlipRejected | OrderStep::Paid | OrderStep::Refunded | OrderStep::Expired
    )
}

/// An order of two products with a discount; a shipped one has a parcel number.
fn sample_order(step: OrderStep, number: &OrderId) -> Result<OrderSummary, PortError> {
    let money = |cents| Money::from_cents(cents).map_err(PortError::internal);
    let item = |name: &str, units, cents| {
        let (name, quantity) = (ProductName::parse(name).map_err(PortError::internal)?, Quantity::parse(units));
        Ok::<_, PortError>(SummaryItem { name, quantity: quantity.map_err(PortError::internal)?, price: money(cents)? })
    };
    let part = |label: &str, cents| TotalPart { label: label.to_owned(), cents };
    let tracking = Tracking {
        courier: "Sample Courier".to_owned(),
        number: "SC123456789LK".to_owned(),
        url: Some("https://courier.example/SC123456789LK".to_owned()),
    };
    Ok(OrderSummary {
        id: number.clone(),
        email: sample_email()?,
        recipient: Some(MailRecipient {
            name: RecipientName::parse("Nimali Perera").map_err(PortError::internal)?,
            address: ShippingAddress::parse("27/3 Temple Road, Kandy 20000").map_err(PortError::internal)?,
            phone: "+94 77 123 4567".to_owned(),
        }),
        is_pickup: false,
        items: vec![item("Velvet lipstick, rosewood", 1, 199_950)?, item("Rose water, 200 ml", 2, 150_000)?],
        parts: vec![part("Goods at full price", 539_950), part("Reduced: Rose water, 200 ml", -40_000)],
        total: money(499_950)?,
        vat: None,
        payment: if is_by_transfer(step) { PaymentMethod::BankTransfer } else { PaymentMethod::Cod },
        tracking: (step == OrderStep::Shipped).then_some(tracking),
        news: OrderNews::default(),
    })
}

#[cfg(test)]
mod tests {
    use domain::messages::ports::{MailSubject, MockMailRenderer};
    use domain::settings::ports::MockSettingsStore;
    use domain::settings::shop_settings::ShopSettings;

    use super::*;
    use crate::content::samples::named;
    use crate::samples::{clock, ids};

    fn settings() -> CurrentSettings {
        let mut store = MockSettingsStore::new();
        store.expect_load().returning(|| Ok(ShopSettings::default()));
        CurrentSettings::new(Arc::new(store))
    }

    #[tokio::test]
    async fn every_kind_of_mail_has_a_sample_whose_figures_agree() {
        let mut renderer = MockMailRenderer::new();
        renderer.expect_render().times(MailKind::ALL.len()).returning(|shop, message, language, link| {
            assert_eq!((shop.name.as_str(), language), ("Nelum", Language::Tamil));
            if let MailMessage::Order(_, order) = message {
                let items: i64 = order.items.iter().map(|item| item.price.times(item.quantity).unwrap().cents()).sum();
                let parts: i64 = order.parts.iter().map(|part| part.cents).sum();
                assert_eq!((items, parts), (order.total.cents(), order.total.cents()));
            }
            let subject = MailSubject::one_line(message.kind().as_str());
            Ok(RenderedMail { subject, text: link.to_owned(), html: String::new() })
        });
        let public_url = "https://shop.example".to_owned();
        let previews = PreviewMails {
            renderer: Arc::new(renderer),
            clock: clock(),
            ids: ids(),
            public_url,
            content: named("Nelum"),
            settings: settings(),
        };
        let previews = previews.all(Language::Tamil).await.unwrap();
        assert_eq!(previews.iter().map(|preview| preview.kind).collect::<Vec<_>>(), MailKind::ALL);
        assert_eq!(previews[0].mail.text, "https://shop.example/verify-email#token=sample");
        let for_shop = previews.iter().find(|preview| preview.kind == MailKind::ShopOrder).unwrap();
        assert_eq!(for_shop.mail.text, "https://shop.example/admin/orders?q=NEL-7K3M-Q9TX");
    }
}
