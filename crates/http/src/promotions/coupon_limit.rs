//! The code of a coupon in a request, and the limit of unknown ones, which keeps codes from being guessed.

use actix_web::HttpRequest;
use domain::promotions::applied::{CouponState, QuotePromotions};
use domain::promotions::terms::EnteredCode;

use crate::extract::client_address::client_address;
use crate::extract::field_errors::FieldErrors;
use crate::middleware::rate_limit::{Caller, RateLimits, Reserved};
use crate::response::problem::Problem;

/// The entered code of a coupon. Any text may be one: a quote never fails for it.
pub(crate) fn entered(code: Option<&str>, errors: &mut FieldErrors) -> Option<EnteredCode> {
    errors.optional("couponCode", code.filter(|code| !code.trim().is_empty()), EnteredCode::parse)
}

/// Reserves an unknown code of the caller, if the request enters a code.
pub(crate) fn reserve(limits: &RateLimits, request: &HttpRequest, enters_code: bool) -> Result<Reserved, Problem> {
    if enters_code { limits.reserve_unknown_coupon(Caller::at(client_address(request))) } else { Ok(Reserved::nothing()) }
}

/// Counts the code of a quote, if no coupon has it.
pub(crate) fn count(reserved: Reserved, promotions: &QuotePromotions) {
    if promotions.coupon.as_ref().is_some_and(|coupon| coupon.state == CouponState::Unknown) {
        reserved.count();
    }
}
