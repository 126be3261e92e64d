//! The rules that every route declares beside its handler, and the middleware that enforces them.
//!
//! The order of the refusals is the same for all routes: 429 by address, 401, 403 (access, a second factor that is required, a
//! confirmation), 429 by user, and then those of the handler and its extractors. So a body is read only after its sender is known and
//! within the limit.

use actix_web::body::BoxBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::{Error, web};
use application::accounts::AccountUseCases;
use application::catalog::catalogue_follower::CatalogueFollower;
use application::error::ReadError;
use domain::accounts::permission::Permission;
use domain::accounts::session::Principal;
use domain::catalog::ports::CatalogueChange;

use crate::cache::note_change::note_change;
use crate::extract::authentication;
use crate::extract::client_address::client_address;
use crate::extract::order_key;
use crate::middleware::rate_limit::{Caller, RateLimit, RateLimits};
use crate::response::problem::Problem;

/// Who may call a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Anyone; a token is not looked at.
    Public,
    /// Anyone; the answer depends on the session, and a dead token counts as none.
    OptionalSession,
    /// Users with a live session; and who sends the key of the order in the path, which a guest placed.
    OrderHolder,
    /// Users with a live session; and visitors without a token, where the shop takes orders of guests.
    Buyer,
    /// Users with a live session.
    SignedIn,
    /// The same, for one's own account: staff who lack a second factor that is required of them reach no other route.
    OwnAccount,
    /// Administrators with a live session whose role has the permission.
    Staff(Permission),
}

/// Whether the session must be confirmed with the password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// Any live session will do.
    NotNeeded,
    /// It was confirmed within the last 10 minutes; signing in is no confirmation.
    Recent,
}

/// Which requests of a route are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Requests are not counted.
    Unlimited,
    /// Per address of the client, before its token is read.
    PerAddress(RateLimit),
    /// Per user; holders of the key of an order per address.
    PerUser(RateLimit),
    /// By the kind of caller: visitors without a session per address, customers and administrators per user.
    PerCaller {
        /// For visitors without a session.
        visitor: RateLimit,
        /// For customers.
        customer: RateLimit,
        /// For administrators.
        admin: RateLimit,
    },
}

/// The rules of one route. There is no default: every route declares all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RouteRules {
    /// Who may call it.
    pub access: Access,
    /// How its requests are counted.
    pub limit: Limit,
    /// What a successful request may change of the catalogue.
    pub changes: Option<CatalogueChange>,
    /// Whether its session must be confirmed.
    pub confirmed: Confirmation,
}

impl Limit {
    /// The limit for this visitor, and the caller that it counts; `None` if the visitor is not counted.
    fn for_visitor(self, request: &ServiceRequest, principal: Option<&Principal>) -> Option<(RateLimit, Caller)> {
        let user = principal.map(|principal| Caller::User(principal.user.id));
        match (self, principal) {
            (Self::Unlimited | Self::PerAddress(_), _) => None,
            (Self::PerUser(limit), _) => Some((limit, user?)),
            (Self::PerCaller { visitor, .. }, None) => Some((visitor, caller_at(request))),
            (Self::PerCaller { customer, admin, .. }, Some(principal)) => {
                Some((if principal.is_admin() { admin } else { customer }, user?))
            }
        }
    }
}

fn caller_at(request: &ServiceRequest) -> Caller {
    Caller::at(client_address(request.request()))
}

/// Middleware of one route: enforces its rules.
///
/// # Errors
/// Those of the inner service.
pub(crate) async fn enforce(rules: RouteRules, request: ServiceRequest, next: Next<BoxBody>) -> Result<ServiceResponse, Error> {
    let is_by_staff = match admit(rules, &request).await {
        Ok(is_by_staff) => is_by_staff,
        Err(problem) => return Ok(request.error_response(problem)),
    };
    let follower = || Some(request.app_data::<web::Data<CatalogueFollower>>()?.get_ref().clone());
    let change = rules.changes.and_then(|change| Some((follower()?, change)));
    let _staff = StaffChange::of(&request, is_by_staff.then(follower).flatten());
    note_change(change, next.call(request)).await
}

/// Notes, when it is dropped, that staff may have changed something: their reports show it from the answer on.
struct StaffChange(Option<CatalogueFollower>);

impl StaffChange {
    /// For a request of staff; one that only reads changes nothing.
    fn of(request: &ServiceRequest, follower: Option<CatalogueFollower>) -> Self {
        Self(follower.filter(|_| !request.method().is_safe()))
    }
}

impl Drop for StaffChange {
    fn drop(&mut self) {
        if let Some(follower) = &self.0 {
            follower.note_by_staff();
        }
    }
}

/// Refuses a request that breaks the rules; else leaves its session to the extractors, and answers whether it is one of staff.
async fn admit(rules: RouteRules, request: &ServiceRequest) -> Result<bool, Problem> {
    if let Limit::PerAddress(limit) = rules.limit {
        count(request, limit, caller_at(request))?;
    }
    let principal = match rules.access {
        Access::Public => return Ok(false),
        Access::OptionalSession => authentication::session_of(request.request()).await?,
        Access::OrderHolder => match order_key::holder_of(request.request()).await? {
            Some(holder) => {
                if let Limit::PerUser(limit) = rules.limit {
                    count(request, limit, caller_at(request))?;
                }
                order_key::keep_holder(request.request(), holder);
                return Ok(false);
            }
            None => Some(authentication::principal_of(request.request()).await?),
        },
        Access::Buyer => authentication::buyer_of(request.request()).await?,
        Access::SignedIn | Access::OwnAccount => Some(authentication::principal_of(request.request()).await?),
        Access::Staff(permission) => {
            let principal = authentication::principal_of(request.request()).await?;
            authentication::require(&principal, permission)?;
            Some(principal)
        }
    };
    let principal = secured(rules, request, principal).await?;
    if let Some((limit, caller)) = rules.limit.for_visitor(request, principal.as_ref()) {
        count(request, limit, caller)?;
    }
    let is_by_staff = principal.as_ref().is_some_and(Principal::is_admin);
    authentication::keep_session(request.request(), principal);
    Ok(is_by_staff)
}

/// The principal, if its second factor and confirmation are those that the route needs. On a route that anyone may call, staff who lack
/// a required second factor are visitors.
async fn secured(rules: RouteRules, request: &ServiceRequest, principal: Option<Principal>) -> Result<Option<Principal>, Problem> {
    let accounts = request.app_data::<web::Data<AccountUseCases>>();
    let (Some(who), Some(accounts)) = (&principal, accounts) else { return Ok(principal) };
    if rules.access != Access::OwnAccount && accounts.second_factors.is_lacking(&who.user).await.map_err(ReadError::from)? {
        return if rules.access == Access::OptionalSession { Ok(None) } else { Err(authentication::second_factor_required()) };
    }
    if rules.confirmed == Confirmation::Recent && who.session.confirmed_until(accounts.sessions.clock.now()).is_none() {
        return Err(authentication::confirm_needed());
    }
    Ok(principal)
}

fn count(request: &ServiceRequest, limit: RateLimit, caller: Caller) -> Result<(), Problem> {
    request.app_data::<web::Data<RateLimits>>().map_or(Ok(()), |limits| limits.check(limit, caller))
}
