//! The limit of unknown codes: nobody finds coupons by trying.

use actix_web::HttpRequest;
use domain::promotions::applied::{CouponState, QuotePromotions};

use crate::extract::client_address::client_address;
use crate::middleware::rate_limit::{Caller, RateLimits, Reserved};
use crate::response::problem::Problem;

/// Reserves an unknown code of the caller, if the request enters a code.
pub(crate) fn reserve(limits: &RateLimits, request: &HttpRequest, enters_code: bool) -> Result<Reserved, Problem> {
    if enters_code { limits.reserve_unknown_coupon(Caller::at(client_address(request))) } else { Ok(Reserved::nothing()) }
}

/// Counts the code of a quote, if no coupon has it.
pub(crate) fn count(reserved: Reserved, promotions: &QuotePromotions) {
    if promotions.coupon.as_ref().is_some_and(|coupon| coupon.state == CouponState::Unknown) {
        reserved.fail();
    }
}
