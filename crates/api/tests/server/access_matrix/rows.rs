//! The matrix: every route with a real sample and the status of its answer to each visitor.

use super::samples::OrderKind::{self, Paid, Plain, Refunded, ToCall, Transfer, WithSlip};

/// The statuses that a route answers. In [`Expected::Each`] and in the tests the visitors are: a guest, a dead token, the customer whose
/// object it is, another customer, then staff: owner, manager, fulfilment, support, content.
#[derive(Clone, Copy)]
pub(super) enum Expected {
    /// The same to everybody.
    Anyone(u16),
    /// The same to everybody with a live session.
    Users(u16),
    /// This status to the roles with these first letters; 403 to customers and other staff.
    Staff(&'static str, u16),
    /// One status for each visitor.
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

use Expected::{Anyone, Each, Staff, Users};
use Sent::{Json, Notification, Picture, Sheet};

pub(super) const ROWS: &[Row] = &[
    // Orders. Customers see their own alone, and the other roles do what their work is.
    row("POST", "/api/orders/quote", Json(r#"{"orderedItems":[{"productId":"{productId}","quantity":1}]}"#), Anyone(200)),
    row(
        "POST",
        "/api/orders",
        Json(r#"{"orderedItems":[{"productId":"{productId}","quantity":1}],"name":"A B","address":"1 Main Street","phone":"0771234567"}"#),
        Users(201),
    ),
    row("GET", "/api/orders", NONE, Users(200)),
    row("GET", "/api/orders/{orderId}", NONE, Each([401, 401, 200, 404, 200, 200, 200, 200, 404])),
    of(Plain, "PUT", "/api/orders/{orderId}", r#"{"notes":"called"}"#, Staff("OMFS", 200)),
    of(Plain, "PUT", "/api/orders/{orderId}", r#"{"status":"shipped"}"#, Each([401, 401, 403, 403, 200, 200, 200, 403, 403])),
    of(Plain, "PUT", "/api/orders/{orderId}", r#"{"status":"cancelled"}"#, Each([401, 401, 403, 403, 200, 200, 403, 200, 403])),
    of(Plain, "PUT", "/api/orders/{orderId}", r#"{"paymentId":"PAY-{unique}"}"#, Staff("OM", 200)),
    of(Transfer, "PUT", "/api/orders/{orderId}", r#"{"status":"shipped"}"#, Each([401, 401, 403, 403, 200, 200, 409, 403, 403])),
    of(ToCall, "PUT", "/api/orders/{orderId}", r#"{"status":"completed"}"#, Each([401, 401, 403, 403, 200, 200, 409, 403, 403])),
    row("GET", "/api/orders/{orderId}/events", NONE, Each([401, 401, 200, 404, 200, 200, 200, 200, 404])),
    of(Plain, "POST", "/api/orders/{orderId}/fulfilment", r#"{"step":"packed"}"#, Staff("OMF", 200)),
    // A plain order is not handed over.
    of(Plain, "PUT", "/api/orders/{orderId}/parcel", r#"{"courier":"Domex"}"#, Staff("OMF", 409)),
    row("GET", "/api/admin/couriers", NONE, Staff("OMF", 200)),
    of(ToCall, "POST", "/api/orders/{orderId}/cod-confirmation", r#"{"outcome":"confirmed"}"#, Staff("OMS", 200)),
    row("POST", "/api/orders/{orderId}/cancel", NONE, Each([401, 401, 200, 404, 200, 200, 403, 200, 404])),
    row("POST", "/api/orders/cancel", Json(r#"{"orderIds":["{orderId}"]}"#), Staff("OMS", 200)),
    row("POST", "/api/orders/{orderId}/notes", Json(r#"{"text":"called","visibility":"internal"}"#), Staff("OMFS", 201)),
    row("GET", "/api/orders/revenue-stats", NONE, Staff("OM", 200)),
    row("GET", "/api/admin/orders/counts", NONE, Staff("OMFS", 200)),
    row("GET", "/api/admin/customers/{email}/purchases", NONE, Staff("OMS", 200)),
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
        Staff("OM", 200),
    ),
    of(
        Transfer,
        "POST",
        "/api/orders/{orderId}/charges",
        r#"{"method":"bankTransfer","amount":10,"reference":"{unique}"}"#,
        Staff("OM", 201),
    ),
    of(
        Paid,
        "POST",
        "/api/orders/{orderId}/refunds",
        r#"{"amount":10,"via":"byHand","reference":"{unique}","reason":"damaged"}"#,
        Staff("OM", 201),
    ),
    // A refund by hand is settled at once: a role that may resolve it gets this conflict.
    of(Refunded, "POST", "/api/refunds/{refundId}/resolve", r#"{"outcome":"failed"}"#, Staff("OM", 409)),
    Row { method: "POST", path: "/api/payments/payhere/notify", order: Plain, sent: Notification, expected: Anyone(404) },
    row("GET", "/api/admin/attention", NONE, Staff("OM", 200)),
    row("POST", "/api/admin/attention/{attentionId}/close", Json(r#"{"note":"returned"}"#), Staff("OM", 200)),
    row("GET", "/api/admin/slips", NONE, Staff("OM", 200)),
    row("GET", "/api/admin/refunds", NONE, Staff("OM", 200)),
    // Accounts.
    row(
        "POST",
        "/api/users",
        Json(r#"{"firstName":"A","lastName":"B","email":"{unique}@example.com","password":"temple flowers 7"}"#),
        Anyone(201),
    ),
    row("GET", "/api/users", NONE, Staff("OMS", 200)),
    row("PUT", "/api/users", Json(r#"{"email":"{email}","isBlocked":true}"#), Staff("OMS", 200)),
    row("PUT", "/api/users", Json(r#"{"email":"{email}","isBlocked":true,"cancelOrders":true}"#), Staff("OMS", 200)),
    row("PUT", "/api/users", Json(r#"{"email":"{staffEmail}","isBlocked":true}"#), Staff("O", 200)),
    row("DELETE", "/api/users", Json(r#"{"email":"{email}"}"#), Staff("OM", 200)),
    row("DELETE", "/api/users", Json(r#"{"email":"{staffEmail}"}"#), Staff("O", 200)),
    row("PUT", "/api/users/update/{email}", Json(r#"{"firstName":"Dilini"}"#), Each([401, 401, 200, 403, 200, 200, 403, 403, 403])),
    row("PUT", "/api/users/update/{staffEmail}", Json(r#"{"firstName":"Dilini"}"#), Each([401, 401, 403, 403, 200, 403, 403, 403, 403])),
    row("GET", "/api/users/activity", NONE, Staff("OM", 200)),
    row("GET", "/api/users/userdetail", NONE, Users(200)),
    row("POST", "/api/users/login", Json(r#"{"email":"{email}","password":"not the password"}"#), Anyone(401)),
    row("POST", "/api/users/google", Json(r#"{"token":"x"}"#), Anyone(503)),
    row("GET", "/api/users/google/config", NONE, Anyone(200)),
    row("POST", "/api/users/forgot-password", Json(r#"{"email":"{email}"}"#), Anyone(202)),
    row("POST", "/api/users/reset-password", Json(r#"{"token":"x","password":"temple flowers 7"}"#), Anyone(422)),
    row("POST", "/api/users/verify-email", Json(r#"{"token":"x"}"#), Anyone(422)),
    // The customers have verified their address.
    row("POST", "/api/users/verify-email/resend", NONE, Each([401, 401, 200, 200, 202, 202, 202, 202, 202])),
    row("POST", "/api/users/logout", NONE, Users(200)),
    row("GET", "/api/users/security", NONE, Users(200)),
    row("POST", "/api/users/confirm", Json(r#"{"password":""}"#), Users(422)),
    row("GET", "/api/users/second-factor", NONE, Users(200)),
    row("GET", "/api/users/second-factor?user={staffEmail}", NONE, Each([401, 401, 403, 403, 200, 403, 403, 403, 403])),
    row("GET", "/api/users/sessions?user={staffEmail}", NONE, Each([401, 401, 403, 403, 200, 403, 403, 403, 403])),
    row("POST", "/api/users/second-factor", NONE, Users(200)),
    row("POST", "/api/users/second-factor/enable", Json(r#"{"code":"000000"}"#), Users(409)),
    row("POST", "/api/users/second-factor/recovery-codes", NONE, Users(409)),
    row("DELETE", "/api/users/second-factor", NONE, Users(204)),
    row("GET", "/api/users/sessions", NONE, Users(200)),
    row("DELETE", "/api/users/sessions", NONE, Users(204)),
    row("DELETE", "/api/users/sessions?user={staffEmail}", NONE, Each([401, 401, 403, 403, 204, 403, 403, 403, 403])),
    row("DELETE", "/api/users/sessions/{sessionId}", NONE, Each([401, 401, 204, 404, 404, 404, 404, 404, 404])),
    row("DELETE", "/api/users/sessions/{staffSessionId}", NONE, Each([401, 401, 404, 404, 204, 404, 404, 404, 404])),
    row("POST", "/api/users/sign-in-alert", Json(r#"{"token":"x"}"#), Anyone(422)),
    row("GET", "/api/users/addresses", NONE, Users(200)),
    row("POST", "/api/users/addresses", Json(ADDRESS), Users(201)),
    row("PUT", "/api/users/addresses/{addressId}", Json(ADDRESS), Each([401, 401, 200, 404, 404, 404, 404, 404, 404])),
    row("DELETE", "/api/users/addresses/{addressId}", NONE, Each([401, 401, 200, 404, 404, 404, 404, 404, 404])),
    // Staff.
    row("GET", "/api/admin/staff", NONE, Staff("O", 200)),
    row("PUT", "/api/admin/staff/{staffEmail}", Json(r#"{"role":"content"}"#), Staff("O", 200)),
    row("DELETE", "/api/admin/staff/{staffEmail}", NONE, Staff("O", 204)),
    row("POST", "/api/admin/staff/invitations", Json(r#"{"email":"{unique}@example.com","role":"support"}"#), Staff("O", 201)),
    row("GET", "/api/admin/staff/invitations", NONE, Staff("O", 200)),
    row("DELETE", "/api/admin/staff/invitations/{invitationId}", NONE, Staff("O", 204)),
    row("POST", "/api/staff/invitation", Json(r#"{"token":"x"}"#), Anyone(422)),
    row("POST", "/api/staff/accept", Json(r#"{"token":"x","firstName":"A","lastName":"B","password":"temple flowers 7"}"#), Anyone(422)),
    // The catalogue.
    row("GET", "/api/products", NONE, Anyone(200)),
    row("GET", "/api/products/search/rose", NONE, Anyone(200)),
    row("GET", "/api/products/facets", NONE, Anyone(200)),
    row("GET", "/api/products/suggestions?q=rose", NONE, Anyone(200)),
    row("GET", "/api/products/{productId}", NONE, Anyone(200)),
    row("POST", "/api/products", Json(r#"{"productId":"{unique}","productName":"Soap","price":100,"stock":1}"#), Staff("OM", 201)),
    row("DELETE", "/api/products/{productId}", NONE, Staff("OM", 200)),
    row("PUT", "/api/products/update/{productId}", Json(r#"{"productName":"Soap","price":1200}"#), Staff("OMC", 200)),
    row("PUT", "/api/products/update/{productId}", Json(r#"{"productName":"Soap","price":1,"lastPrice":1}"#), Staff("OM", 200)),
    row("GET", "/api/products/export", NONE, Staff("OMC", 200)),
    Row { method: "POST", path: "/api/products/import", order: Plain, sent: Sheet, expected: Staff("OM", 200) },
    row("POST", "/api/products/{productId}/stock", Json(r#"{"delta":1,"reason":"correction"}"#), Staff("OMF", 200)),
    row("GET", "/api/products/{productId}/stock-movements", NONE, Staff("OMF", 200)),
    // Reviews, messages and pictures.
    row("GET", "/api/reviews", NONE, Anyone(200)),
    row("POST", "/api/reviews", Json(r#"{"rating":5,"comment":"Lovely"}"#), Users(201)),
    row(
        "POST",
        "/api/reviews/update",
        Json(r#"{"reviewId":"{reviewId}","rating":1,"comment":"Changed"}"#),
        Each([401, 401, 200, 403, 403, 403, 403, 403, 403]),
    ),
    row("DELETE", "/api/reviews/delete/{reviewId}", NONE, Staff("OMS", 200)),
    row("POST", "/api/contact", Json(r#"{"name":"A","email":"a@example.com","message":"Do you deliver?"}"#), Anyone(202)),
    row("GET", "/api/admin/messages", NONE, Staff("OMS", 200)),
    row("PUT", "/api/admin/messages/{messageId}", Json(r#"{"state":"done"}"#), Staff("OMS", 200)),
    Row { method: "POST", path: "/api/images", order: Plain, sent: Picture(Some("profile")), expected: Anyone(201) },
    Row {
        method: "POST",
        path: "/api/images",
        order: Plain,
        sent: Picture(Some("product")),
        expected: Each([401, 401, 403, 403, 201, 201, 403, 403, 201]),
    },
    row("GET", "/images/{image}", NONE, Anyone(200)),
    // Content and the shop.
    row("GET", "/api/shop", NONE, Anyone(200)),
    row("GET", "/api/content", NONE, Anyone(200)),
    row("GET", "/api/pages/about", NONE, Anyone(404)),
    row("GET", "/theme/9b2f4f.css", NONE, Anyone(404)),
    row("GET", "/api/admin/content", NONE, Staff("OMC", 200)),
    row("GET", "/api/admin/content/home", NONE, Staff("OMC", 200)),
    row("GET", "/api/admin/content/identity", NONE, Staff("O", 200)),
    // Another revision is there: a role that may write gets this conflict.
    row("PUT", "/api/admin/content/home", Json(r#"{"body":{home},"revision":999}"#), Staff("OMC", 409)),
    row("POST", "/api/admin/content/home/publish", Json(r#"{"revision":999}"#), Staff("OMC", 409)),
    row("POST", "/api/admin/content/theme/publish", Json(r#"{"revision":999}"#), Staff("O", 409)),
    row("POST", "/api/admin/content/home/restore", Json(r#"{"version":1,"revision":999}"#), Staff("OMC", 404)),
    row("GET", "/api/admin/content/home/versions", NONE, Staff("OMC", 200)),
    row("POST", "/api/admin/theme/derive", Json(r##"{"accent":"#9b2f4f","support":"#1f5e5b","paper":"#fffbf7"}"##), Staff("O", 200)),
    row("GET", "/api/setup", NONE, Anyone(200)),
    row("POST", "/api/setup", NONE, Anyone(404)),
    // Back office.
    row("GET", "/api/admin/overview", NONE, Staff("OMFSC", 200)),
    row("GET", "/api/admin/waiting", NONE, Staff("OMFSC", 200)),
    row("GET", "/api/admin/checklist", NONE, Staff("O", 200)),
    row("GET", "/api/admin/backups", NONE, Staff("O", 200)),
    row("GET", "/api/admin/outbox", NONE, Staff("OM", 200)),
    row("POST", "/api/admin/outbox/release", NONE, Staff("O", 200)),
    row("GET", "/api/admin/audit", NONE, Staff("OM", 200)),
    row("GET", "/api/admin/mails", NONE, Staff("OM", 200)),
    row("GET", "/api/admin/mails/placed", NONE, Staff("OM", 200)),
    row("GET", "/api/admin/settings/delivery", NONE, Staff("OM", 200)),
    row("PUT", "/api/admin/settings/delivery", Json(r#"{"version":999}"#), Staff("OM", 409)),
    row("POST", "/api/admin/settings/delivery/preview", Json(r#"{"value":1000,"grams":200,"district":"Kandy"}"#), Staff("OM", 200)),
    row("GET", "/api/admin/settings/payments", NONE, Staff("O", 200)),
    row("PUT", "/api/admin/settings/payments", Json(r#"{"version":999}"#), Staff("O", 409)),
    row("GET", "/api/admin/settings/orders", NONE, Staff("O", 200)),
    row("PUT", "/api/admin/settings/orders", Json(r#"{"version":999}"#), Staff("O", 409)),
    row("GET", "/api/admin/settings/mails", NONE, Staff("O", 200)),
    row("PUT", "/api/admin/settings/mails", Json(r#"{"version":999}"#), Staff("O", 409)),
    row("GET", "/api/admin/settings/security", NONE, Staff("O", 200)),
    row("PUT", "/api/admin/settings/security", Json(r#"{"version":999}"#), Staff("O", 409)),
    row("GET", "/api/openapi.json", NONE, Anyone(200)),
    row("GET", "/healthz", NONE, Anyone(200)),
    row("GET", "/readyz", NONE, Anyone(200)),
];

const ADDRESS: &str = r#"{"name":"A B","phone":"0771234567","line1":"1 Main Street","city":"Galle","district":"Galle"}"#;
