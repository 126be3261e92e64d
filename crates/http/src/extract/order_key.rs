//! The caller of a route about one order: a user with a session, or who sends the key of a guest's order in the header `Order-Access`
//! (contract-commerce, section 5).

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage as _, HttpRequest, web};
use application::error::ReadError;
use application::orders::OrderUseCases;
use application::orders::show_order::ShowOrderError;
use domain::accounts::actor::Actor;
use domain::orders::guest_orders::KeyHolder;
use domain::orders::order_caller::UserOrKeyHolder;
use domain::shared::order_id::OrderId;

use crate::extract::authentication::{actor, kept_session, not_signed_in, wrong_route};
use crate::extract::client_address::client_address;
use crate::middleware::rate_limit::Caller;
use crate::middleware::request_id;
use crate::response::problem::Problem;

/// The header with the key. No log has it.
const ORDER_ACCESS: &str = "Order-Access";

/// Who asks about the order in the path, as the middleware of the route found them.
#[derive(Clone, Debug)]
pub struct OrderHolder(pub UserOrKeyHolder);

impl OrderHolder {
    /// The same for the history and the audit log.
    pub(crate) fn actor(&self) -> Actor {
        match &self.0 {
            UserOrKeyHolder::User(user) => actor(user),
            UserOrKeyHolder::KeyHolder(holder) => {
                Actor { user_id: None, email: Some(holder.email.clone()), request_id: request_id::current() }
            }
        }
    }

    /// The caller whose requests are counted together.
    pub(crate) fn counted(&self, request: &HttpRequest) -> Caller {
        match &self.0 {
            UserOrKeyHolder::User(user) => Caller::User(user.user.id),
            UserOrKeyHolder::KeyHolder(_) => Caller::at(client_address(request)),
        }
    }
}

/// A holder, kept with the request by the middleware of its route.
#[derive(Clone)]
struct Kept(KeyHolder);

/// The holder of the key that a request sends; `None` where it sends none. A key wins over a token: it is sent for one order on purpose.
///
/// # Errors
/// 404 for a key that does not open the order in the path, as for a stranger; 503 or 500 when that cannot be looked up.
pub(crate) async fn holder_of(request: &HttpRequest) -> Result<Option<KeyHolder>, Problem> {
    let mut keys = request.headers().get_all(ORDER_ACCESS);
    let Some(key) = keys.next() else { return Ok(None) };
    let (Ok(key), None) = (key.to_str(), keys.next()) else { return Err(ShowOrderError::NotFound.into()) };
    let orders = request.app_data::<web::Data<OrderUseCases>>().ok_or_else(|| wrong_route("the use cases of orders are not registered"))?;
    let id = request.match_info().get("orderId").and_then(|id| OrderId::parse(id).ok()).ok_or(ShowOrderError::NotFound)?;
    let holder = orders.guest_links.holder(&id, key).await.map_err(ReadError::from)?;
    Ok(Some(holder.ok_or(ShowOrderError::NotFound)?))
}

/// Keeps the holder with the request, for the extractor of this file.
pub(crate) fn keep_holder(request: &HttpRequest, holder: KeyHolder) {
    request.extensions_mut().insert(Kept(holder));
}

impl FromRequest for OrderHolder {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let kept = request.extensions().get::<Kept>().cloned();
        ready(match kept {
            Some(Kept(holder)) => Ok(Self(UserOrKeyHolder::KeyHolder(holder))),
            None => kept_session(request)
                .and_then(|principal| principal.ok_or_else(not_signed_in))
                .map(|principal| Self(UserOrKeyHolder::User(Box::new(principal)))),
        })
    }
}
