//! `POST /api/admin/settings/delivery/preview`: what a parcel would cost by edited settings, which are not saved.

use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpResponse, web};
use application::settings::SettingsUseCases;
use application::settings::preview_delivery::{DeliveryPreview, PreviewDeliveryError};
use domain::accounts::permission::Permission;
use domain::delivery::delivery_option::Parcel;
use domain::delivery::delivery_settings::DeliveryEdit;
use domain::delivery::district::District;
use domain::shared::faults::Faults;
use domain::shared::money::Money;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::delivery::delivery_json::DeliveryOptionJson;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::extract::integer;
use crate::middleware::rate_limit::RateLimit;
use crate::response::money_json::RawNumber;
use crate::response::problem::Problem;
use crate::response::refusals::WithBody;
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};
use crate::settings::delivery_settings_json::DeliverySettingsUpdate;

/// The heaviest parcel that can be tried, in grams: 10 tonnes, above the last step that a tariff can have.
const MAX_GRAMS: u64 = 10_000_000;

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, preview, access: Access::Staff(Permission::ManageDelivery), limit: Limit::PerAddress(RateLimit::Read), changes: None);
}

/// A parcel, and the settings by which it is delivered.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeliveryPreviewRequest)]
pub struct PreviewRequest {
    /// One of the 25 districts of `GET /api/shop`; absent or null: unknown, which is the zone `rest`.
    #[schema(max_length = 100)]
    district: Option<String>,
    /// The weight in grams; absent or null: 0.
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(minimum = 0, maximum = 10_000_000)]
    grams: Option<i64>,
    /// The value of the goods after promotions; absent or null: 0.
    value: Option<RawNumber>,
    /// Edited settings, as they are saved; absent fields are those that are stored. The version is not compared. Errors name the
    /// fields as `settings.rates[0].minDays`.
    settings: Option<DeliverySettingsUpdate>,
}

impl PreviewRequest {
    /// The edit and the parcel; mistakes are noted per field.
    fn parse(self, errors: &mut FieldErrors) -> (DeliveryEdit, Parcel) {
        let grams = |number: i64| {
            let grams = u64::try_from(number).ok().filter(|grams| *grams <= MAX_GRAMS);
            grams.ok_or_else(|| format!("must be 0 to {MAX_GRAMS}"))
        };
        let parcel = Parcel {
            district: errors.optional("district", self.district.as_deref(), District::parse),
            grams: errors.optional("grams", self.grams, grams).unwrap_or_default(),
            value: errors.optional("value", self.value, RawNumber::money).unwrap_or(Money::ZERO),
        };
        let mut of_settings = FieldErrors::default();
        let edit = self.settings.map(|settings| settings.parse(&mut of_settings)).unwrap_or_default();
        errors.add_within("settings", of_settings);
        (edit, parcel)
    }
}

/// How a parcel that is ordered now would be delivered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeliveryPreview)]
struct PreviewJson {
    /// The zone of the district: a name, or `rest`.
    zone: String,
    /// The methods that are offered there.
    delivery_options: Vec<DeliveryOptionJson>,
}

impl From<DeliveryPreview> for PreviewJson {
    fn from(preview: DeliveryPreview) -> Self {
        Self { zone: preview.zone.as_str().to_owned(), delivery_options: preview.options.into_iter().map(Into::into).collect() }
    }
}

/// Tries settings of delivery on a parcel. Nothing is stored.
#[utoipa::path(post, path = "/api/admin/settings/delivery/preview", tag = "settings", operation_id = "previewDelivery", request_body = PreviewRequest,
    responses((status = 200, body = PreviewJson), WithBody))]
async fn preview(settings: web::Data<SettingsUseCases>, Body(body): Body<PreviewRequest>) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let (edit, parcel) = body.parse(&mut errors);
    errors.check()?;
    let found = settings.preview_delivery.run(edit, &parcel).await.map_err(|error| match error {
        PreviewDeliveryError::Invalid(ref faults) => invalid(faults),
        other => other.into(),
    })?;
    Ok(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).json(PreviewJson::from(found)))
}

/// 422 with the fields of the settings whose parts do not agree.
fn invalid(faults: &Faults) -> Problem {
    let mut errors = FieldErrors::default();
    for fault in faults.iter() {
        errors.add(format!("settings.{}", fault.field), &fault.sentence);
    }
    errors.into_problem()
}
