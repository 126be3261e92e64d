//! What the shop says of itself (contract, Operations).

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app_state::{AppState, ShopDetails};
use crate::content::limits_json::ShopLimitsJson;
use crate::response::conditional::catalogue_json;
use crate::response::problem::Problem;
use crate::response::refusals::{Failures, Limited};

/// What the shop says of itself.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShopInfo)]
pub struct ShopInfoJson {
    name: String,
    phone: String,
    email: String,
    address: String,
    opening_hours: String,
    /// What all prices are in.
    #[schema(example = "LKR")]
    currency: &'static str,
    /// The IANA name of the zone in which the shop shows times and counts days.
    #[schema(example = "Asia/Colombo")]
    time_zone: String,
    /// What the shop checks in what it is sent.
    limits: ShopLimitsJson,
}

impl ShopInfoJson {
    /// What this shop says of itself.
    pub(crate) fn of(shop: &ShopDetails) -> Self {
        Self {
            name: shop.name.clone(),
            phone: shop.phone.clone(),
            email: shop.email.clone(),
            address: shop.address.clone(),
            opening_hours: shop.opening_hours.clone(),
            currency: "LKR",
            time_zone: shop.time_zone.clone(),
            limits: ShopLimitsJson::of_the_shop(),
        }
    }
}

/// The shop's name, how to reach it and what its prices are in.
#[utoipa::path(get, path = "/api/shop", tag = "shop", operation_id = "shopInfo",
    responses((status = 200, body = ShopInfoJson, headers(("ETag" = String))), (status = 304, description = "Not changed"), Limited, Failures))]
pub async fn show(state: web::Data<AppState>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    catalogue_json(&request, HttpResponse::Ok(), &ShopInfoJson::of(&state.config.shop))
}
