//! `POST /api/admin/promotions/preview`: the price of a cart with an edited promotion, which is not saved.

use actix_web::{HttpResponse, web};
use application::orders::OrderUseCases;
use application::promotions::promotion_service::PromotionService;
use domain::accounts::permission::Permission;
use domain::delivery::delivery_method::DeliveryMethod;
use domain::delivery::district::District;
use domain::orders::quote_options::QuoteChoices;
use domain::shared::ids::PromotionId;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::middleware::rate_limit::RateLimit;
use crate::orders::place_order::{OrderedItem, parse_cart};
use crate::orders::quote_cart::refusal;
use crate::orders::quote_json::QuoteJson;
use crate::promotions::promotion_json::PromotionRequest;
use crate::promotions::terms_of;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::WithBody;
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, preview, access: Access::Staff(Permission::ManagePromotions), limit: Limit::PerAddress(RateLimit::Read), changes: None);
}

/// A cart, and a promotion as it is edited.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PromotionPreviewRequest)]
struct PreviewRequest {
    /// The stored promotion in whose place the edited one stands; absent for a new one.
    #[schema(max_length = 64)]
    promotion_id: Option<String>,
    /// The edited promotion, which counts as live; `version` is not compared. Errors name the fields as `promotion.minSpend`.
    #[schema(required = true, nullable = false)]
    promotion: Option<PromotionRequest>,
    /// 1 to 100 lines.
    #[schema(required = true, nullable = false, min_items = 1, max_items = 100)]
    ordered_items: Option<Vec<OrderedItem>>,
    /// One of the 25 districts of `GET /api/shop`; without it the order is priced for the districts without a zone.
    #[schema(max_length = 100)]
    district: Option<String>,
    /// standard, express or pickup; absent: the shop's default.
    #[schema(pattern = "^(standard|express|pickup)$")]
    delivery_method: Option<String>,
}

/// Prices a cart as if the edited promotion were live beside the others, with its coupon entered where it is one. Nothing is stored.
#[utoipa::path(post, path = "/api/admin/promotions/preview", tag = "promotions", operation_id = "previewPromotion", request_body = PreviewRequest,
    responses((status = 200, body = QuoteJson), WithBody))]
async fn preview(
    orders: web::Data<OrderUseCases>,
    service: web::Data<PromotionService>,
    Body(body): Body<PreviewRequest>,
) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let id = errors
        .optional("promotionId", body.promotion_id.as_deref(), |text| PromotionId::parse(text).ok_or("must be the id of a promotion"));
    let mut of_promotion = FieldErrors::default();
    let promotion = errors.required("promotion", body.promotion, Ok::<_, &str>);
    let terms = promotion.and_then(|promotion| promotion.parse(&mut of_promotion));
    errors.add_within("promotion", of_promotion);
    let items = body.ordered_items;
    let cart = parse_cart(items.as_deref(), &mut errors);
    let choices = QuoteChoices {
        district: errors.optional("district", body.district.as_deref(), District::parse),
        delivery_method: errors.optional("deliveryMethod", body.delivery_method.as_deref(), DeliveryMethod::parse),
        ..QuoteChoices::default()
    };
    let terms = terms_of(terms, errors)?;
    let quote = orders.quote_cart.preview(&cart, &choices, service.edited(id, &terms)).await;
    Ok(private(HttpResponse::Ok(), &QuoteJson::from(quote.map_err(|error| refusal(error, items.as_deref()))?)))
}
