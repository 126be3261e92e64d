//! The common part of the calls that edit a section of the settings.

use actix_web::HttpResponse;
use actix_web::http::header::CACHE_CONTROL;
use application::error::ReadError;
use application::settings::SettingsUseCases;
use domain::settings::ports::{SettingsError, SettingsStore};
use domain::settings::shop_settings::{SettingsEdit, ShopSettings};
use domain::shared::edit::Saved;
use domain::shared::faults::Faults;
use domain::shared::versioned::SettingsVersion;
use serde::Serialize;
use utoipa::ToSchema;

use crate::cache::note_change::answering;
use crate::extract::authentication::Admin;
use crate::extract::field_errors::FieldErrors;
use crate::response::problem::Problem;

/// A section after an edit.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SettingsResponse<T> {
    /// The sentence to show.
    pub message: String,
    /// The section as it is now.
    pub settings: T,
}

/// The stored settings: an edit names the version that its editor saw.
pub(super) async fn stored(settings: &dyn SettingsStore) -> Result<ShopSettings, ReadError> {
    Ok(settings.load().await?)
}

/// Parses an edit of this version and runs it, and answers its section as `json` writes it.
pub(super) async fn save<T: Serialize>(
    settings: &SettingsUseCases,
    admin: &Admin,
    version: Option<i64>,
    parse: impl FnOnce(&mut FieldErrors) -> SettingsEdit,
    json: impl Fn(&ShopSettings) -> T,
) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let seen = errors.required("version", version, SettingsVersion::parse).unwrap_or_default();
    let edit = parse(&mut errors);
    errors.check()?;
    let edited = settings.current.change(&admin.principal, &admin.actor, settings.clock.now(), seen, edit).await;
    let Saved { value, is_changed } = edited.map_err(|error| match error {
        SettingsError::Invalid(ref faults) => invalid(faults),
        SettingsError::Stale(ref present) => {
            let present = json(present);
            Problem::from(error).with("settings", present)
        }
        other => other.into(),
    })?;
    let answer = SettingsResponse { message: "Settings saved successfully!".into(), settings: json(&value) };
    Ok(answering(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).json(answer), is_changed))
}

/// 422 with the fields whose parts do not agree.
fn invalid(faults: &Faults) -> Problem {
    let mut errors = FieldErrors::default();
    for fault in faults.iter() {
        errors.add(fault.field.clone(), &fault.sentence);
    }
    errors.into_problem()
}
