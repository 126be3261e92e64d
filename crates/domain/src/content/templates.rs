//! The drafts that pages begin with. The shop edits and publishes them; none is shown before.

use crate::content::rich_text::RichText;
use crate::content::rich_text::build::{bullets, h2, p, rich};
use crate::content::slug::PageSlug;

/// Title, description and text of a page's first draft.
pub(super) fn of(slug: &PageSlug, shop: &str) -> (&'static str, &'static str, RichText) {
    match slug.as_str() {
        "about" => ("About us", "Who we are, and how we choose what we sell.", about(shop)),
        "delivery-returns" => ("Delivery and returns", "How orders reach you, and how to send something back.", delivery(shop)),
        "privacy" => ("Privacy", "What we know about you, why, and for how long.", privacy(shop)),
        "terms" => ("Terms of sale", "The terms on which we sell.", terms(shop)),
        _ => ("New page", "", RichText::default()),
    }
}

fn about(shop: &str) -> RichText {
    rich([
        p(format!("Tell here what {shop} sells, and to whom.")),
        h2("How we choose"),
        p("Tell here how you choose what you sell, and what you do not sell."),
        h2("Where to find us"),
        p("Tell here where your shop is, who works in it, and since when."),
    ])
}

fn delivery(shop: &str) -> RichText {
    rich([
        h2("Delivery"),
        p("The checkout shows the price and the days for your district before you order."),
        bullets(["The page of your order says when it is on its way, and links the courier where it has a tracking number."]),
        h2("Returns"),
        p(format!("If something arrived damaged or is not what you ordered, write to {shop} with a picture and the number of your order.")),
        p("For reasons of hygiene we take opened cosmetics back only where they are faulty."),
        h2("Refunds"),
        p("We refund by the way that you paid by, or by bank transfer where you paid in cash."),
    ])
}

fn privacy(shop: &str) -> RichText {
    rich([
        p(format!("{shop} keeps only what your orders and your account need.")),
        h2("What we keep"),
        bullets([
            "Name, e-mail and telephone number, to reach you about your orders.",
            "Addresses, to deliver.",
            "Orders and payments, as the law asks of us. Card numbers never reach us.",
        ]),
        h2("Who else sees it"),
        p("The courier sees name, address and telephone number of a parcel. The payment gateway sees what it needs for a payment."),
        h2("Your rights"),
        p("Write to us to see what we keep, to correct it or to have it deleted."),
    ])
}

fn terms(shop: &str) -> RichText {
    rich([
        p(format!("These terms apply to everything that you order from {shop}.")),
        h2("Orders and prices"),
        p("Prices are in Sri Lankan rupees. An order is placed when we confirm it by e-mail."),
        h2("Payment"),
        p("The checkout shows the ways to pay. An order that is not paid in time is cancelled."),
        h2("Delivery, returns and refunds"),
        p("See the page about delivery and returns."),
    ])
}
