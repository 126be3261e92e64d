//! The matrix: samples of the routes that act on an object or read a body, with the status of the answer to each visitor.

use super::samples::OrderKind::{self, Delivered, Paid, Plain, Refunded, Returning, ToCall, ToReturn, Transfer, WithSlip};

/// The statuses that a route answers. In [`Expected::Each`] and in the tests the visitors are: a guest, a dead token, the customer whose
/// object it is, another customer, then staff: owner, manager, fulfilment, support, content.
#[derive(Clone, Copy)]
pub(super) enum Expected {
    /// Neither a refusal of access nor a failure, to the visitors that the route's declared access admits.
    Admitted,
    /// This status to the visitors that the route's declared access admits.
    Status(u16),
    /// This status to the roles with these first letters, where the handler needs another permission than the route.
    Roles(&'static str, u16),
    /// One status for each visitor, where the handler decides by the owner of the object.
    Each([u16; 9]),
}

/// What is sent besides the path.
#[derive(Clone, Copy)]
pub(super) enum Sent {
    /// JSON; placeholders are filled in as in the path.
    Json(&'static str),
    /// A picture in a form, with this value of `purpose` where there is one.
    Picture(Option<&'static str>),
    /// A sheet of products.
    Sheet,
    /// A form of the payment gateway.
    Notification,
}

/// A route with its sample. Placeholders of path and body name fresh objects of the customer.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    pub(super) order: OrderKind,
    pub(super) sent: Sent,
    pub(super) expected: Expected,
}

const fn row(method: &'static str, path: &'static str, sent: Sent, expected: Expected) -> Row {
    Row { method, path, order: Plain, sent, expected }
}

/// A row about an order in some state.
const fn of(order: OrderKind, method: &'static str, path: &'static str, body: &'static str, expected: Expected) -> Row {
    Row { method, path, order, sent: Sent::Json(body), expected }
}

const NONE: Sent = Sent::Json("{}");

use Expected::{Each, Roles, Status};
use Sent::{Json, Notification, Picture, Sheet};

/// The row of a route that needs none below: `{}` is sent, and a list or object is read with 200.
pub(super) fn row_of(method: &str, route: &str) -> Row {
    let expected = if method == "GET" { Status(200) } else { Expected::Admitted };
    row(method.to_owned().leak(), route.to_owned().leak(), NONE, expected)
}

pub(super) const ROWS: &[Row] = &[
    // Orders. Customers see their own alone, and the other roles do what their work is.
    row("POST", "/api/orders/quote", Json(r#"{"orderedItems":[{"productId":"{productId}","quantity":1}]}"#), Status(200)),
    row(
        "POST",
        "/api/orders",
        Json(r#"{"orderedItems":[{"productId":"{productId}","quantity":1}],"name":"A B","address":"1 Main Street","phone":"0771234567"}"#),
        Status(201),
    ),
    row("GET", "/api/orders/{orderId}", NONE, Each([401, 401, 200, 404, 200, 200, 200, 200, 404])),
    of(Plain, "PUT", "/api/orders/{orderId}", r#"{"notes":"called"}"#, Status(200)),
    of(Plain, "PUT", "/api/orders/{orderId}", r#"{"status":"shipped"}"#, Each([401, 401, 403, 403, 200, 200, 200, 403, 403])),
    of(Plain, "PUT", "/api/orders/{orderId}", r#"{"status":"cancelled"}"#, Each([401, 401, 403, 403, 200, 200, 403, 200, 403])),
    of(Plain, "PUT", "/api/orders/{orderId}", r#"{"paymentId":"PAY-{unique}"}"#, Roles("OM", 200)),
    of(Transfer, "PUT", "/api/orders/{orderId}", r#"{"status":"shipped"}"#, Each([401, 401, 403, 403, 200, 200, 409, 403, 403])),
    of(ToCall, "PUT", "/api/orders/{orderId}", r#"{"status":"completed"}"#, Each([401, 401, 403, 403, 200, 200, 409, 403, 403])),
    row("GET", "/api/orders/{orderId}/events", NONE, Each([401, 401, 200, 404, 200, 200, 200, 200, 404])),
    of(Plain, "POST", "/api/orders/{orderId}/fulfilment", r#"{"step":"packed"}"#, Status(200)),
    // A plain order is not handed over.
    of(Plain, "PUT", "/api/orders/{orderId}/parcel", r#"{"courier":"Domex"}"#, Status(409)),
    of(ToCall, "POST", "/api/orders/{orderId}/cod-confirmation", r#"{"outcome":"confirmed"}"#, Status(200)),
    row("POST", "/api/orders/{orderId}/cancel", NONE, Each([401, 401, 200, 404, 200, 200, 403, 200, 404])),
    row("POST", "/api/orders/cancel", Json(r#"{"orderIds":["{orderId}"]}"#), Status(200)),
    row("POST", "/api/orders/{orderId}/notes", Json(r#"{"text":"called","visibility":"internal"}"#), Status(201)),
    // Without an answer that tells whether there is such an order; that of an account has no link.
    row("POST", "/api/orders/lookup", Json(r#"{"orderId":"{orderId}","contact":"{email}"}"#), Status(202)),
    row("POST", "/api/orders/{orderId}/revoke-link", NONE, Status(409)),
    // Returns of an order: its customer, staff who judge them, and staff who receive the goods.
    of(
        Delivered,
        "POST",
        "/api/orders/{orderId}/returns",
        r#"{"items":[{"productId":"{soap}","quantity":1}],"reason":"damaged"}"#,
        Each([401, 401, 201, 404, 201, 201, 403, 201, 404]),
    ),
    Row {
        method: "POST",
        path: "/api/orders/{orderId}/returns/1/photos",
        order: ToReturn,
        sent: Picture(None),
        expected: Each([401, 401, 201, 404, 201, 201, 403, 201, 404]),
    },
    of(ToReturn, "POST", "/api/orders/{orderId}/returns/1/withdraw", "{}", Each([401, 401, 200, 404, 200, 200, 403, 200, 404])),
    of(ToReturn, "POST", "/api/orders/{orderId}/returns/1/judge", r#"{"outcome":"approved"}"#, Status(200)),
    of(
        Returning,
        "POST",
        "/api/orders/{orderId}/returns/1/received",
        r#"{"items":[{"productId":"{soap}","restocked":1,"writtenOff":0}]}"#,
        Status(200),
    ),
    // The return has no account: who may read one gets 404.
    of(ToReturn, "GET", "/api/orders/{orderId}/returns/1/bank-account", "{}", Each([401, 401, 404, 404, 404, 404, 403, 403, 404])),
    // Payments of an order: its customer, and staff who handle payments.
    of(Transfer, "POST", "/api/orders/{orderId}/payments", "{}", Each([401, 401, 409, 404, 409, 409, 403, 403, 404])),
    of(
        Transfer,
        "POST",
        "/api/orders/{orderId}/payment-method",
        r#"{"paymentMethod":"cod"}"#,
        Each([401, 401, 200, 404, 200, 200, 403, 403, 404]),
    ),
    Row {
        method: "POST",
        path: "/api/orders/{orderId}/slips",
        order: Transfer,
        sent: Picture(None),
        expected: Each([401, 401, 201, 404, 201, 201, 403, 403, 404]),
    },
    of(WithSlip, "GET", "/api/orders/{orderId}/attachments/{slipId}", "{}", Each([401, 401, 200, 404, 200, 200, 200, 200, 404])),
    of(
        WithSlip,
        "POST",
        "/api/orders/{orderId}/slips/{slipId}/review",
        r#"{"outcome":"accepted","amount":10,"bankReference":"{unique}"}"#,
        Status(200),
    ),
    of(Transfer, "POST", "/api/orders/{orderId}/charges", r#"{"method":"bankTransfer","amount":10,"reference":"{unique}"}"#, Status(201)),
    of(
        Paid,
        "POST",
        "/api/orders/{orderId}/refunds",
        r#"{"amount":10,"via":"byHand","reference":"{unique}","reason":"damaged"}"#,
        Status(201),
    ),
    // The documents of an order. The shop is not registered for VAT: who may ask for a tax invoice gets this conflict.
    of(Paid, "GET", "/api/orders/{orderId}/invoices", "{}", Each([401, 401, 200, 404, 200, 200, 200, 200, 404])),
    of(Paid, "POST", "/api/orders/{orderId}/invoices", "{}", Status(200)),
    of(Paid, "POST", "/api/orders/{orderId}/invoices/{number}/print", "{}", Status(200)),
    of(
        Paid,
        "POST",
        "/api/orders/{orderId}/tax-invoice",
        r#"{"tin":"123456789","name":"A B","address":"1 Main Street"}"#,
        Each([401, 401, 409, 404, 409, 409, 403, 403, 404]),
    ),
    // A refund by hand is settled at once: a role that may resolve it gets this conflict.
    of(Refunded, "POST", "/api/refunds/{refundId}/resolve", r#"{"outcome":"failed"}"#, Status(409)),
    Row { method: "POST", path: "/api/payments/payhere/notify", order: Plain, sent: Notification, expected: Status(404) },
    row("POST", "/api/admin/attention/{attentionId}/close", Json(r#"{"note":"returned"}"#), Status(200)),
    // Accounts.
    row(
        "POST",
        "/api/users",
        Json(r#"{"firstName":"A","lastName":"B","email":"{unique}@example.com","password":"temple flowers 7"}"#),
        Status(201),
    ),
    row("PUT", "/api/users", Json(r#"{"email":"{email}","isBlocked":true}"#), Status(200)),
    row("PUT", "/api/users", Json(r#"{"email":"{email}","isBlocked":true,"cancelOrders":true}"#), Status(200)),
    row("PUT", "/api/users", Json(r#"{"email":"{staffEmail}","isBlocked":true}"#), Roles("O", 200)),
    row("DELETE", "/api/users", Json(r#"{"email":"{email}"}"#), Status(200)),
    row("DELETE", "/api/users", Json(r#"{"email":"{staffEmail}"}"#), Roles("O", 200)),
    row("PUT", "/api/users/update/{email}", Json(r#"{"firstName":"Dilini"}"#), Each([401, 401, 200, 403, 200, 200, 403, 403, 403])),
    row("PUT", "/api/users/update/{staffEmail}", Json(r#"{"firstName":"Dilini"}"#), Each([401, 401, 403, 403, 200, 403, 403, 403, 403])),
    row("POST", "/api/users/login", Json(r#"{"email":"{email}","password":"not the password"}"#), Status(401)),
    row("POST", "/api/users/google", Json(r#"{"token":"x"}"#), Status(503)),
    row("POST", "/api/users/forgot-password", Json(r#"{"email":"{email}"}"#), Status(202)),
    row("POST", "/api/users/reset-password", Json(r#"{"token":"x","password":"temple flowers 7"}"#), Status(422)),
    row("POST", "/api/users/verify-email", Json(r#"{"token":"x"}"#), Status(422)),
    // The customers have verified their address.
    row("POST", "/api/users/verify-email/resend", NONE, Each([401, 401, 200, 200, 202, 202, 202, 202, 202])),
    row("POST", "/api/users/logout", NONE, Status(200)),
    row("POST", "/api/users/confirm", Json(r#"{"password":""}"#), Status(422)),
    row("GET", "/api/users/second-factor?user={staffEmail}", NONE, Each([401, 401, 403, 403, 200, 403, 403, 403, 403])),
    row("GET", "/api/users/sessions?user={staffEmail}", NONE, Each([401, 401, 403, 403, 200, 403, 403, 403, 403])),
    row("POST", "/api/users/second-factor", NONE, Status(200)),
    row("POST", "/api/users/second-factor/enable", Json(r#"{"code":"000000"}"#), Status(409)),
    row("POST", "/api/users/second-factor/recovery-codes", NONE, Status(409)),
    row("DELETE", "/api/users/second-factor", NONE, Status(204)),
    row("DELETE", "/api/users/sessions", NONE, Status(204)),
    row("DELETE", "/api/users/sessions?user={staffEmail}", NONE, Each([401, 401, 403, 403, 204, 403, 403, 403, 403])),
    row("DELETE", "/api/users/sessions/{sessionId}", NONE, Each([401, 401, 204, 404, 404, 404, 404, 404, 404])),
    row("DELETE", "/api/users/sessions/{staffSessionId}", NONE, Each([401, 401, 404, 404, 204, 404, 404, 404, 404])),
    row("POST", "/api/users/sign-in-alert", Json(r#"{"token":"x"}"#), Status(422)),
    row("POST", "/api/users/addresses", Json(ADDRESS), Status(201)),
    row("PUT", "/api/users/addresses/{addressId}", Json(ADDRESS), Each([401, 401, 200, 404, 404, 404, 404, 404, 404])),
    row("DELETE", "/api/users/addresses/{addressId}", NONE, Each([401, 401, 200, 404, 404, 404, 404, 404, 404])),
    // Staff.
    row("PUT", "/api/admin/staff/{staffEmail}", Json(r#"{"role":"content"}"#), Status(200)),
    row("DELETE", "/api/admin/staff/{staffEmail}", NONE, Status(204)),
    row("POST", "/api/admin/staff/invitations", Json(r#"{"email":"{unique}@example.com","role":"support"}"#), Status(201)),
    row("DELETE", "/api/admin/staff/invitations/{invitationId}", NONE, Status(204)),
    row("POST", "/api/staff/invitation", Json(r#"{"token":"x"}"#), Status(422)),
    row("POST", "/api/staff/accept", Json(r#"{"token":"x","firstName":"A","lastName":"B","password":"temple flowers 7"}"#), Status(422)),
    // The catalogue.
    row("GET", "/api/products/search/rose", NONE, Status(200)),
    row("GET", "/api/products/suggestions?q=rose", NONE, Status(200)),
    row("POST", "/api/products", Json(r#"{"productId":"{unique}","productName":"Soap","price":100,"stock":1}"#), Status(201)),
    row("DELETE", "/api/products/{productId}", NONE, Status(200)),
    row("PUT", "/api/products/update/{productId}", Json(r#"{"productName":"Soap","price":1200}"#), Status(200)),
    row("PUT", "/api/products/update/{productId}", Json(r#"{"productName":"Soap","price":1,"lastPrice":1}"#), Roles("OM", 200)),
    Row { method: "POST", path: "/api/products/import", order: Plain, sent: Sheet, expected: Status(200) },
    row("POST", "/api/products/{productId}/stock", Json(r#"{"delta":1,"reason":"correction"}"#), Status(200)),
    // Reviews, messages and pictures.
    row("POST", "/api/reviews", Json(r#"{"rating":5,"comment":"Lovely"}"#), Status(201)),
    row(
        "POST",
        "/api/reviews/update",
        Json(r#"{"reviewId":"{reviewId}","rating":1,"comment":"Changed"}"#),
        Each([401, 401, 200, 403, 403, 403, 403, 403, 403]),
    ),
    row("DELETE", "/api/reviews/delete/{reviewId}", NONE, Status(200)),
    row("POST", "/api/contact", Json(r#"{"name":"A","email":"a@example.com","message":"Do you deliver?"}"#), Status(202)),
    row("PUT", "/api/admin/messages/{messageId}", Json(r#"{"state":"done"}"#), Status(200)),
    Row { method: "POST", path: "/api/images", order: Plain, sent: Picture(Some("profile")), expected: Status(201) },
    Row {
        method: "POST",
        path: "/api/images",
        order: Plain,
        sent: Picture(Some("product")),
        expected: Each([401, 401, 403, 403, 201, 201, 403, 403, 201]),
    },
    row("GET", "/images/{image}", NONE, Status(200)),
    // Content and the shop.
    row("GET", "/api/pages/about", NONE, Status(404)),
    row("GET", "/theme/9b2f4f.css", NONE, Status(404)),
    row("GET", "/api/admin/content/home", NONE, Status(200)),
    row("GET", "/api/admin/content/identity", NONE, Roles("O", 200)),
    // Another revision is there: a role that may write gets this conflict.
    row("PUT", "/api/admin/content/home", Json(r#"{"body":{home},"revision":999}"#), Status(409)),
    row("POST", "/api/admin/content/home/publish", Json(r#"{"revision":999}"#), Status(409)),
    row("POST", "/api/admin/content/theme/publish", Json(r#"{"revision":999}"#), Roles("O", 409)),
    row("POST", "/api/admin/content/home/restore", Json(r#"{"version":1,"revision":999}"#), Status(404)),
    row("GET", "/api/admin/content/home/versions", NONE, Status(200)),
    row("POST", "/api/admin/theme/derive", Json(r##"{"accent":"#9b2f4f","support":"#1f5e5b","paper":"#fffbf7"}"##), Status(200)),
    row("POST", "/api/setup", NONE, Status(404)),
    // Back office.
    row("POST", "/api/admin/outbox/release", NONE, Status(200)),
    row("GET", "/api/admin/mails/placed", NONE, Status(200)),
    row("PUT", "/api/admin/settings/delivery", Json(r#"{"version":999}"#), Status(409)),
    row("POST", "/api/admin/settings/delivery/preview", Json(r#"{"value":1000,"grams":200,"district":"Kandy"}"#), Status(200)),
    row("POST", "/api/admin/promotions", Json(r#"{"name":"Sale","kind":"automatic","benefit":"freeDelivery"}"#), Status(201)),
    row(
        "PUT",
        "/api/admin/promotions/{promotionId}",
        Json(r#"{"name":"Sale","kind":"coupon","code":"{unique}","benefit":"percent","value":5,"version":1}"#),
        Status(200),
    ),
    row("GET", "/api/admin/promotions/{promotionId}/uses", NONE, Status(200)),
    row(
        "POST",
        "/api/admin/promotions/preview",
        Json(
            r#"{"promotion":{"name":"Sale","kind":"automatic","benefit":"percent","value":5},
                "orderedItems":[{"productId":"{productId}","quantity":1}]}"#,
        ),
        Status(200),
    ),
    row("PUT", "/api/admin/settings/payments", Json(r#"{"version":999}"#), Status(409)),
    row("PUT", "/api/admin/settings/orders", Json(r#"{"version":999}"#), Status(409)),
    row("PUT", "/api/admin/settings/mails", Json(r#"{"version":999}"#), Status(409)),
    row("PUT", "/api/admin/settings/tax", Json(r#"{"version":999}"#), Status(409)),
    row("PUT", "/api/admin/settings/security", Json(r#"{"version":999}"#), Status(409)),
];

const ADDRESS: &str = r#"{"name":"A B","phone":"0771234567","line1":"1 Main Street","city":"Galle","district":"Galle"}"#;
