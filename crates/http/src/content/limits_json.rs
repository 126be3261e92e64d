//! The limits of the values that the shop accepts, in JSON: the web app's forms check them before they send.

use domain::accounts::password::Password;
use domain::catalog::product::{MAX_ALT_NAMES, MAX_IMAGES};
use domain::catalog::product_code::{ProductCode, RESERVED};
use domain::catalog::product_import::MAX_ROWS;
use domain::catalog::stock_adjustment::AdjustmentNote;
use domain::catalog::stock_alert::LOW_STOCK;
use domain::catalog::weight::Weight;
use domain::messages::contact::ContactText;
use domain::orders::quote::MAX_LINES;
use domain::orders::returns::order_return::{MAX_PHOTOS, ReturnComment};
use domain::shared::email::EmailAddress;
use domain::shared::money::Money;
use domain::shared::phone::PhoneNumber;
use domain::shared::quantity::{Quantity, Stock};
use domain::shared::text::{
    AltName, CancelReason, CourierName, CustomerNote, Description, Label, NoteText, OrderNotes, PaymentId, PersonName, PictureUrl,
    ProductName, RecipientName, ReviewComment, SearchText, ShippingAddress, TrackingNumber,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::extract::csv_body::MAX_CSV;
use crate::images::upload_form::MAX_FILE;

/// The limits of all forms. A length is the largest number of characters after trimming, unless it says otherwise.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShopLimits)]
pub(crate) struct ShopLimitsJson {
    /// A first or last name.
    name_length: usize,
    email_length: usize,
    /// The fewest characters of a password; they are not trimmed.
    password_min: usize,
    /// The most characters of a password.
    password_max: usize,
    product_id_length: usize,
    /// Addresses of their own below `/api/products`, in lower case; no product may have one as its id.
    reserved_product_ids: [&'static str; RESERVED.len()],
    product_name_length: usize,
    /// Alternative names of one product.
    alt_names: usize,
    alt_name_length: usize,
    images_per_product: usize,
    image_url_length: usize,
    description_length: usize,
    /// A brand, category, family or name of a shade.
    label_length: usize,
    /// The largest price, and the largest total of an order, in LKR.
    max_price: i64,
    /// The most units in stock of one product.
    max_stock: u32,
    /// The largest weight of a product, in grams.
    max_weight: u32,
    /// Up to this many units are a low stock; 0 is out of stock.
    low_stock: u32,
    stock_reason_length: usize,
    /// Different products in one quote or order.
    cart_lines: usize,
    /// The most units of one product in a quote or order.
    max_quantity: u32,
    /// The recipient of an order.
    order_name_length: usize,
    order_address_length: usize,
    phone_min_length: usize,
    phone_max_length: usize,
    /// A customer's remark on their order.
    customer_note_length: usize,
    /// A reason for cancelling an order.
    cancel_reason_length: usize,
    /// A customer's words about a return, and the shop's about its decision.
    return_comment_length: usize,
    /// Photos of one return.
    return_photos: usize,
    /// The shop's notes on an order.
    notes_length: usize,
    /// One note of the history of an order.
    note_length: usize,
    courier_length: usize,
    tracking_number_length: usize,
    payment_id_length: usize,
    review_comment_length: usize,
    contact_name_length: usize,
    /// The fewest characters of a message to the shop.
    contact_message_min: usize,
    contact_message_length: usize,
    search_length: usize,
    /// The largest picture, in bytes.
    upload_bytes: usize,
    /// The largest sheet of products, in bytes.
    sheet_bytes: usize,
    /// Products in one sheet.
    sheet_rows: usize,
}

impl ShopLimitsJson {
    /// The limits of this program.
    pub(crate) const fn of_the_shop() -> Self {
        Self {
            name_length: PersonName::MAX_LENGTH,
            email_length: EmailAddress::MAX_LENGTH,
            password_min: Password::MIN_LENGTH,
            password_max: Password::MAX_LENGTH,
            product_id_length: ProductCode::MAX_LENGTH,
            reserved_product_ids: RESERVED,
            product_name_length: ProductName::MAX_LENGTH,
            alt_names: MAX_ALT_NAMES,
            alt_name_length: AltName::MAX_LENGTH,
            images_per_product: MAX_IMAGES,
            image_url_length: PictureUrl::MAX_LENGTH,
            description_length: Description::MAX_LENGTH,
            label_length: Label::MAX_LENGTH,
            max_price: Money::MAX.cents() / 100,
            max_stock: Stock::MAX.get(),
            max_weight: Weight::MAX,
            low_stock: LOW_STOCK,
            stock_reason_length: AdjustmentNote::MAX_LENGTH,
            cart_lines: MAX_LINES,
            max_quantity: Quantity::MAX.get(),
            order_name_length: RecipientName::MAX_LENGTH,
            order_address_length: ShippingAddress::MAX_LENGTH,
            phone_min_length: PhoneNumber::MIN_LENGTH,
            phone_max_length: PhoneNumber::MAX_LENGTH,
            customer_note_length: CustomerNote::MAX_LENGTH,
            cancel_reason_length: CancelReason::MAX_LENGTH,
            return_comment_length: ReturnComment::MAX_LENGTH,
            return_photos: MAX_PHOTOS,
            notes_length: OrderNotes::MAX_LENGTH,
            note_length: NoteText::MAX_LENGTH,
            courier_length: CourierName::MAX_LENGTH,
            tracking_number_length: TrackingNumber::MAX_LENGTH,
            payment_id_length: PaymentId::MAX_LENGTH,
            review_comment_length: ReviewComment::MAX_LENGTH,
            contact_name_length: PersonName::MAX_LENGTH,
            contact_message_min: ContactText::MIN_LENGTH,
            contact_message_length: ContactText::MAX_LENGTH,
            search_length: SearchText::MAX_LENGTH,
            upload_bytes: MAX_FILE,
            sheet_bytes: MAX_CSV,
            sheet_rows: MAX_ROWS,
        }
    }
}
