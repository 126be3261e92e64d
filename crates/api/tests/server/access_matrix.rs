//! Access control on real objects: every route of the real program is called by every visitor with an object that exists and is a
//! customer's, and each answer is compared with the route's declared access, which `http/tests/api/access/routes.txt` lists. A route that
//! enforces too little would change the object.

mod rows;
mod samples;

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use domain::accounts::session::Session;
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::User;
use domain::shared::ids::SessionId;
use futures_util::{StreamExt as _, stream};
use reqwest::{Method, RequestBuilder};
use serde_json::Value;
use shop_http::openapi;
use shop_http::routing::rules::Access;
use test_harness::accounts::{SignedInAs as _, SignedInUser, fresh_uuid};
use test_harness::answer::{Ask as _, exchange};
use test_harness::instance::Instance;
use testkit::unique;

use self::rows::{Expected, ROWS, Row, Sent, row_of};
use self::samples::Objects;
use crate::shop::Shop;
use crate::uploads::{PICTURE, uploaded};
use crate::users::{self, MachineClock};

/// The visitors, in the order of [`Expected::Each`].
const VISITORS: [&str; 9] =
    ["a guest", "a dead token", "the customer", "another customer", "an owner", "a manager", "fulfilment", "support", "content"];
/// The visitor whose object it is.
const CUSTOMER: usize = 2;
/// The number of rows that are tried at once.
const AT_ONCE: usize = 6;

impl Expected {
    /// The status for a visitor of a route with this access; `None` for any answer that admits them.
    fn of(self, access: Access, visitor: usize) -> Option<u16> {
        let is_signed_in = visitor >= CUSTOMER;
        let role = visitor.checked_sub(CUSTOMER + 2).map(|role| StaffRole::ALL[role]);
        let refusal = if is_signed_in { 403 } else { 401 };
        let is_admitted = match (self, access) {
            (Self::Each(statuses), _) => return Some(statuses[visitor]),
            (Self::Roles(roles, _), _) => role.is_some_and(|role| role.name().starts_with(|first: char| roles.contains(first))),
            (_, Access::Public | Access::OptionalSession) => true,
            (_, Access::SignedIn | Access::OwnAccount | Access::OrderHolder | Access::Buyer) => is_signed_in,
            (_, Access::Staff(permission)) => role.is_some_and(|role| role.may(permission)),
        };
        match self {
            _ if !is_admitted => Some(refusal),
            Self::Status(status) | Self::Roles(_, status) => Some(status),
            Self::Admitted | Self::Each(_) => None,
        }
    }
}

fn now() -> DateTime<Utc> {
    use domain::shared::ports::Clock as _;
    MachineClock.now()
}

fn session_of(user: &User) -> Session {
    Session::begin(SessionId::new(fresh_uuid()), user, now())
}

struct Matrix {
    shop: Shop,
    server: Instance,
    objects: Objects,
    /// All but the customer, who is a new one for each request.
    visitors: Vec<Option<SignedInUser>>,
    image: String,
    home: Value,
}

impl Matrix {
    async fn start() -> Self {
        let shop = Shop::new().await;
        let server = shop.start("a").await;
        let postgres = shop.database().postgres().await;
        let (owner, _) = users::member(&postgres, StaffRole::Owner).await;
        let objects = Objects { soap: Objects::product(&postgres).await, postgres, owner };
        let image = uploaded(&server).await;
        let mut visitors = Vec::new();
        for visitor in 0..VISITORS.len() {
            visitors.push(Self::visitor(&shop, &server, visitor).await);
        }
        let boss = visitors[4].as_ref().unwrap();
        let content = server.get("/api/admin/content/home").signed_in_as(boss).ask().await.expect_status(200);
        Self { home: content["draft"].clone(), shop, server, objects, visitors, image }
    }

    /// A visitor with a session of their own.
    async fn visitor(shop: &Shop, server: &Instance, visitor: usize) -> Option<SignedInUser> {
        match visitor {
            0 => None,
            1 => {
                let left = users::customer(shop).await;
                server.post("/api/users/logout").signed_in_as(&left).ask().await.expect_status(200);
                Some(left)
            }
            2 | 3 => Some(users::customer(shop).await),
            _ => Some(users::staff(shop, StaffRole::ALL[visitor - 4]).await),
        }
    }

    /// The answers to a row that are not as it says, each in a line.
    async fn try_row(&self, row: &Row, access: Access) -> Vec<String> {
        let mut wrong = Vec::new();
        for (visitor, name) in VISITORS.iter().enumerate() {
            let (customer, signed_in) = users::known_customer(&self.objects.postgres).await;
            let changes_visitor = ["/logout", "/second-factor"].iter().any(|end| row.path.ends_with(end));
            let fresh = if changes_visitor { Self::visitor(&self.shop, &self.server, visitor).await } else { None };
            let who = if visitor == CUSTOMER { Some(&signed_in) } else { fresh.as_ref().or(self.visitors[visitor].as_ref()) };
            let request = self.request(row, &customer).await;
            let request = who.into_iter().fold(request, |request, who| request.signed_in_as(who));
            // Some answers are pictures: the conventions of texts are not for them.
            let (status, _, body) = exchange(request).await.expect("an answer");
            let (status, expected, text) = (status.as_u16(), row.expected.of(access, visitor), String::from_utf8_lossy(&body));
            let line = |what: &str| {
                let shown: String = text.chars().take(300).collect();
                format!("{} {} by {name}: {what}: {shown}", row.method, row.path)
            };
            if expected.map_or(matches!(status, 401 | 403 | 500..), |expected| status != expected) {
                wrong.push(line(&format!("{status} instead of {expected:?}")));
            }
            if [0, 1, 3].contains(&visitor) && text.contains(customer.email.as_str()) {
                wrong.push(line("it tells the customer's address"));
            }
        }
        wrong
    }

    /// The request with fresh objects of this customer.
    async fn request(&self, row: &Row, customer: &User) -> RequestBuilder {
        let body = if let Sent::Json(body) = row.sent { body } else { "" };
        let values = self.values(&format!("{} {body}", row.path), row, customer).await;
        let filled = |text: &str| values.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value));
        let request = self.server.request(row.method.parse().unwrap(), &filled(row.path));
        let request = if row.path.ends_with("/refunds") { request.header("Idempotency-Key", unique::tag()) } else { request };
        match row.sent {
            Sent::Json(_) if row.method == Method::GET.as_str() => request,
            Sent::Json(_) => request.header("Content-Type", "application/json").body(filled(body)),
            Sent::Picture(purpose) => picture(request, purpose),
            Sent::Sheet => request.header("Content-Type", "text/csv").body(sheet()),
            Sent::Notification => request.header("Content-Type", "application/x-www-form-urlencoded").body("merchant_id=1"),
        }
    }

    /// A fresh object for each placeholder of a text.
    async fn values(&self, text: &str, row: &Row, customer: &User) -> Vec<(&'static str, String)> {
        let objects = &self.objects;
        let mut values = vec![
            ("{unique}", unique::tag()),
            ("{email}", customer.email.as_str().to_owned()),
            ("{image}", self.image.trim_start_matches("/images/").to_owned()),
            ("{home}", self.home.to_string()),
        ];
        if text.contains("{productId}") {
            values.push(("{productId}", Objects::product(&objects.postgres).await.code.as_str().to_owned()));
        }
        if ["{orderId}", "{slipId}", "{refundId}", "{attentionId}"].iter().any(|name| text.contains(name)) {
            let order = objects.order(customer, row.order).await;
            if text.contains("{slipId}") {
                values.push(("{slipId}", objects.slip(&order).await.to_string()));
            }
            if text.contains("{number}") {
                values.push(("{number}", objects.invoice(&order).await));
            }
            if text.contains("{attentionId}") {
                values.push(("{attentionId}", Objects::attention(&self.shop, &order).await.to_string()));
            }
            values.push(("{soap}", objects.soap.code.as_str().to_owned()));
            values.push(("{refundId}", format!("{}-R1", order.id.as_str())));
            values.push(("{orderId}", order.id.as_str().to_owned()));
        }
        if text.contains("{addressId}") {
            values.push(("{addressId}", objects.address(customer).await.to_string()));
        }
        if text.contains("{sessionId}") {
            values.push(("{sessionId}", objects.session(customer).await));
        }
        if text.contains("{staffEmail}") || text.contains("{staffSessionId}") {
            let (member, _) = users::member(&objects.postgres, StaffRole::Support).await;
            values.push(("{staffSessionId}", objects.session(&member).await));
            values.push(("{staffEmail}", member.email.as_str().to_owned()));
        }
        if text.contains("{reviewId}") {
            values.push(("{reviewId}", objects.review(customer).await.to_string()));
        }
        if text.contains("{messageId}") {
            values.push(("{messageId}", objects.message(&self.shop, customer).await.to_string()));
        }
        if text.contains("{invitationId}") {
            values.push(("{invitationId}", objects.invitation().await.to_string()));
        }
        if text.contains("{promotionId}") {
            values.push(("{promotionId}", objects.promotion().await.to_string()));
        }
        values
    }
}

/// A sheet with a new product.
fn sheet() -> String {
    format!("productId,productName,price,stock\n{},Soap,100,1\n", unique::tag())
}

/// A form with a picture.
fn picture(request: RequestBuilder, purpose: Option<&str>) -> RequestBuilder {
    let purpose = purpose.map(|purpose| format!("--b\r\nContent-Disposition: form-data; name=\"purpose\"\r\n\r\n{purpose}\r\n"));
    let head = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n";
    let body = [purpose.unwrap_or_default().as_bytes(), head.as_bytes(), PICTURE, b"\r\n--b--\r\n"].concat();
    request.header("Content-Type", "multipart/form-data; boundary=b").body(body)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_answers_every_visitor_by_its_declared_access() {
    let (rows, matrix) = (rows(), Matrix::start().await);
    let wrong = stream::iter(&rows).map(|(row, access)| matrix.try_row(row, *access));
    let wrong = wrong.buffer_unordered(AT_ONCE).collect::<Vec<_>>().await.concat();
    assert!(wrong.is_empty(), "{} answers are not as the matrix says:\n{}", wrong.len(), wrong.join("\n"));
}

/// Whether a path is one of a route, and the number of its segments that the route names.
fn matches(route: &str, path: &str) -> Option<usize> {
    let path = path.split('?').next().unwrap_or_default();
    let (route, path): (Vec<&str>, Vec<&str>) = (route.split('/').collect(), path.split('/').collect());
    let is_match = route.len() == path.len() && route.iter().zip(&path).all(|(route, path)| route.contains('{') || route == path);
    is_match.then(|| route.iter().filter(|segment| !segment.contains('{')).count())
}

/// The rows of all routes with their declared access.
fn rows() -> Vec<(Row, Access)> {
    let table = openapi::routes();
    let route_of = |row: &Row| {
        let served = table.rules().filter(|(_, method, _)| method.as_str() == row.method);
        served.filter_map(|(route, _, rules)| Some((matches(route, row.path)?, route, rules.access))).max_by_key(|(named, ..)| *named)
    };
    let mut rows = Vec::new();
    let mut sampled = BTreeSet::new();
    for row in ROWS {
        let (_, route, access) = route_of(row).unwrap_or_else(|| panic!("{} {} is no route", row.method, row.path));
        sampled.insert((row.method, route));
        rows.push((*row, access));
    }
    for (route, method, rules) in table.rules().filter(|(route, method, _)| !sampled.contains(&(method.as_str(), *route))) {
        let objects = ["{productId}", "{orderId}", "{email}"].iter().fold(route.to_owned(), |route, name| route.replace(name, ""));
        let decides = method != "GET" || route.contains('{');
        let by_owner =
            matches!(rules.access, Access::OptionalSession | Access::OrderHolder | Access::SignedIn | Access::OwnAccount) && decides;
        assert!(!by_owner && !objects.contains('{'), "{method} {route} needs a row with a real object of another customer");
        rows.push((row_of(method.as_str(), route), rules.access));
    }
    rows
}
