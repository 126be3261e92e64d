//! The values of a mail about an order.

use domain::invoices::vat::Vat;
use domain::messages::mail_message::{OrderStep, OrderSummary, SummaryItem};
use domain::messages::shop_card::ShopCard;
use domain::shared::calendar::ShopCalendar;
use domain::shared::language::Language;
use domain::shared::ports::PortError;

use super::figures::amount;
use super::order_words::{StepWords, words_of};
use super::phrase::Phrase;
use super::texts::Texts;

/// The values of the templates `order.html` and `order.txt`.
pub(super) struct OrderPage<'a> {
    pub(super) order: &'a OrderSummary,
    pub(super) words: StepWords,
    /// Words of the shop's staff to the customer, with their line breaks.
    pub(super) quote: Option<&'a str>,
    pub(super) items: Vec<Item<'a>>,
    pub(super) parts: Vec<Part>,
    pub(super) total: String,
    /// The VAT that the total includes.
    pub(super) vat: Option<Part>,
    pub(super) labels: Labels,
}

/// The words before values.
pub(super) struct Labels {
    pub(super) order: &'static str,
    pub(super) total: &'static str,
    /// Above name and address.
    pub(super) place: &'static str,
    pub(super) parcel: &'static str,
    pub(super) follow: &'static str,
}

/// A line of the order.
pub(super) struct Item<'a> {
    pub(super) name: &'a str,
    pub(super) quantity: u32,
    pub(super) price: String,
    pub(super) total: String,
}

/// A part of the total.
pub(super) struct Part {
    pub(super) label: String,
    pub(super) amount: String,
}

impl<'a> OrderPage<'a> {
    /// The page of a step, whose times are those of the shop's clocks. The shop's own mail is in English.
    ///
    /// # Errors
    /// [`PortError`] (internal) when a line's total is out of range, which no stored order has.
    pub(super) fn of(
        step: OrderStep,
        order: &'a OrderSummary,
        language: Language,
        calendar: ShopCalendar,
        shop: &ShopCard,
    ) -> Result<Self, PortError> {
        let texts = Texts::of(if step.kind().is_for_shop() { Language::English } else { language });
        Ok(Self {
            order,
            words: words_of(step, order, texts, calendar, shop.bank_account.as_ref()),
            quote: order.news.text.as_deref().filter(|_| has_words_of_staff(step)),
            items: order.items.iter().map(item_of).collect::<Result<_, _>>()?,
            parts: order.parts.iter().map(|part| Part { label: texts.part(&part.label), amount: amount(part.cents) }).collect(),
            total: amount(order.total.cents()),
            vat: order.vat.map(|vat| vat_part(vat, texts)),
            labels: labels_of(step, order.is_pickup, texts),
        })
    }
}

/// Whether the text of the mail's news is what the shop's staff wrote to the customer.
const fn has_words_of_staff(step: OrderStep) -> bool {
    matches!(step, OrderStep::Note | OrderStep::SlipRejected | OrderStep::ReturnApproved | OrderStep::ReturnRejected)
}

fn labels_of(step: OrderStep, is_pickup: bool, texts: Texts) -> Labels {
    let place = if step == OrderStep::ReadyForPickup || is_pickup { Phrase::LabelRecipient } else { Phrase::LabelAddress };
    Labels {
        order: texts.text(Phrase::LabelOrder),
        total: texts.text(Phrase::LabelTotal),
        place: texts.text(place),
        parcel: texts.text(Phrase::LabelParcel),
        follow: texts.text(Phrase::LabelFollow),
    }
}

fn vat_part(vat: Vat, texts: Texts) -> Part {
    Part { label: texts.with(Phrase::PartVat, &format!("{} %", vat.percent.get())), amount: amount(vat.amount.cents()) }
}

fn item_of(item: &SummaryItem) -> Result<Item<'_>, PortError> {
    let total = item.price.times(item.quantity).map_err(PortError::internal)?;
    Ok(Item { name: item.name.as_str(), quantity: item.quantity.get(), price: amount(item.price.cents()), total: amount(total.cents()) })
}
