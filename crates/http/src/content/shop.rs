//! `GET /api/shop`: the shop's public details (contract, Operations).

use actix_web::{HttpRequest, HttpResponse, web};
use application::content::ContentUseCases;
use application::content::current_content::{Content, ShopDetails};
use application::messages::MessageUseCases;
use application::promotions::promotion_service::PromotionService;
use application::settings::SettingsUseCases;
use serde::Serialize;
use utoipa::ToSchema;

use crate::content::limits_json::ShopLimitsJson;
use crate::content::shop_terms_json::ShopTermsJson;
use crate::middleware::rate_limit::RateLimit;
use crate::promotions::announced_json::AnnouncedPromotionJson;
use crate::response::conditional::catalogue_json;
use crate::response::problem::Problem;
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};
use crate::server::config::HttpConfig;

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, show, access: Access::Public, limit: Limit::PerAddress(RateLimit::Read), changes: None);
}

/// The shop's public details.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShopInfo)]
pub struct ShopInfoJson {
    name: String,
    phone: String,
    email: String,
    address: String,
    opening_hours: String,
    /// The currency of all prices.
    #[schema(example = "LKR")]
    currency: &'static str,
    /// The IANA name of the time zone in which the shop shows times and counts days.
    #[schema(example = "Asia/Colombo")]
    time_zone: String,
    /// The limits of the values that the shop accepts.
    limits: ShopLimitsJson,
}

impl ShopInfoJson {
    /// The details of this shop.
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

/// The shop's public details with its present terms. Pages carry the details alone, because they outlive a change of the terms.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Shop)]
pub struct ShopJson {
    #[serde(flatten)]
    info: ShopInfoJson,
    #[serde(flatten)]
    terms: ShopTermsJson,
    /// The live promotions that come into every fitting cart by themselves, oldest first: at most 20.
    promotions: Vec<AnnouncedPromotionJson>,
}

/// The shop's details: those of its identity, which are the configured ones until one is published.
pub(crate) fn published_details(configured: &ShopDetails, content: &Content) -> ShopDetails {
    let text = |field: &str| content.identity_text(field).to_owned();
    ShopDetails {
        name: text("name"),
        phone: text("phone"),
        email: text("email"),
        address: text("address"),
        opening_hours: text("openingHours"),
        time_zone: configured.time_zone.clone(),
    }
}

/// The shop's name, contact details, currency, time zone and limits, its terms of delivery and payment, and its promotions.
#[utoipa::path(get, path = "/api/shop", tag = "shop", operation_id = "shopInfo",
    responses((status = 200, body = ShopJson, headers(("ETag" = String))), (status = 304, description = "Not changed")))]
async fn show(
    config: web::Data<HttpConfig>,
    settings: web::Data<SettingsUseCases>,
    content: web::Data<ContentUseCases>,
    messages: web::Data<MessageUseCases>,
    promotions: web::Data<PromotionService>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let content = content.current.show().await?;
    let present = settings.current.show().await?;
    let terms = ShopTermsJson::of(&present, settings.has_gateway, messages.mail_connection.is_connected());
    let promotions = promotions.announced().await?.iter().map(Into::into).collect();
    let info = ShopInfoJson::of(&published_details(&config.shop, &content));
    catalogue_json(&request, HttpResponse::Ok(), &ShopJson { info, terms, promotions })
}
