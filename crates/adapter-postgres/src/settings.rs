//! The shop's settings, section by section.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::delivery::tracking::other_couriers;
use domain::invoices::tax_settings::TaxSettings;
use domain::messages::security_notice::{SecurityEvent, SecurityNews};
use domain::settings::ports::{SettingsError, SettingsStore};
use domain::settings::shop_settings::{Section, SectionName, ShopSettings};
use domain::shared::decide::Decide;
use domain::shared::edit::Saved;
use domain::shared::ports::PortError;
use domain::shared::versioned::{SettingsVersion, Versioned};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::accounts::staff::tell_owners;
use crate::audit::{self, Entry};
use crate::connection::pool::Postgres;
use crate::connection::transaction::Aborted;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, stored};
use crate::query::sql::Sql;
use crate::schema::{audit_log, shop_settings};

#[async_trait]
impl SettingsStore for Postgres {
    async fn load(&self) -> Result<ShopSettings, PortError> {
        Ok(load(&mut *self.connection().await?).await?)
    }

    async fn change(
        &self,
        by: &Actor,
        now: DateTime<Utc>,
        decide: Decide<ShopSettings, Section, SettingsError>,
    ) -> Result<Saved<ShopSettings>, SettingsError> {
        self.in_transaction(Work::Orders, &[row_of::settings()], async |connection| {
            Sql::new("SELECT pg_advisory_xact_lock(settings_lock())").execute(connection).await?;
            let current = load(connection).await?;
            let section = decide(&current).map_err(Aborted::Refused)?;
            let name = section.name();
            let former = current.section(name);
            if former == section && (by.user_id.is_none() || was_saved_by_staff(connection, name).await?) {
                return Ok(Saved { value: current, is_changed: false });
            }
            let (before, after, version) = (value_of(&former)?, value_of(&section)?, current.version(name).next());
            write(connection, name, version, &after, now).await?;
            let entry = Entry { action: "update", entity: "settings", entity_id: name.as_str(), before: Some(before), after: Some(after) };
            audit::record(connection, by, now, entry).await?;
            tell_owners_of(connection, (&former, &section), version, by, now).await?;
            Ok(Saved { value: current.with(section, version), is_changed: true })
        })
        .await
    }
}

/// A row of [`shop_settings`].
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = shop_settings, check_for_backend(diesel::pg::Pg))]
struct Row {
    section: String,
    version: i32,
    value: Value,
}

async fn load(connection: &mut AsyncPgConnection) -> Result<ShopSettings, DbError> {
    let rows: Vec<Row> = shop_settings::table.select(Row::as_select()).load(connection).await?;
    let mut settings = ShopSettings::default();
    for row in rows {
        let version = stored("version of settings", SettingsVersion::parse(i64::from(row.version)))?;
        match SectionName::parse(&row.section) {
            Some(SectionName::Delivery) => settings.delivery = section_of(version, row.value)?,
            Some(SectionName::Payments) => settings.payments = section_of(version, row.value)?,
            Some(SectionName::Orders) => settings.orders = section_of(version, row.value)?,
            Some(SectionName::Mails) => settings.mails = section_of(version, row.value)?,
            Some(SectionName::Tax) => settings.tax = section_of(version, row.value)?,
            Some(SectionName::Security) => settings.security = section_of(version, row.value)?,
            // A later release has more sections.
            None => {}
        }
    }
    Ok(settings)
}

/// The settings of taxes; the defaults where they are not stored.
pub(crate) async fn tax(connection: &mut AsyncPgConnection) -> Result<TaxSettings, DbError> {
    let stored = shop_settings::table.find(SectionName::Tax.as_str()).select(shop_settings::value);
    let value: Option<Value> = stored.first(connection).await.optional()?;
    Ok(value.map(serde_json::from_value).transpose()?.unwrap_or_default())
}

fn section_of<T: DeserializeOwned>(version: SettingsVersion, value: Value) -> Result<Versioned<T>, DbError> {
    Ok(Versioned { version, value: serde_json::from_value(value)? })
}

/// Mails the owners about other settings of payments and other links for parcels, where staff changed them.
async fn tell_owners_of(
    connection: &mut AsyncPgConnection,
    (before, after): (&Section, &Section),
    version: SettingsVersion,
    by: &Actor,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let Some(event) = event_of(before, after).filter(|_| by.user_id.is_some()) else { return Ok(()) };
    let news = SecurityNews { at: now, by: by.email.clone(), event };
    tell_owners(connection, &news, &format!("{}:{}", after.name().as_str(), version.get())).await
}

/// What owners are told of a change of a section; `None` where it is nothing that a thief of a session would change.
fn event_of(before: &Section, after: &Section) -> Option<SecurityEvent> {
    match (before, after) {
        (Section::Payments(before), Section::Payments(after)) => {
            let account = after.plan().bank_account.as_ref().filter(|account| before.plan().bank_account.as_ref() != Some(*account));
            Some(SecurityEvent::PaymentSettings { account: account.map(ToString::to_string) })
        }
        (Section::Delivery(before), Section::Delivery(after)) => {
            let couriers = other_couriers(&before.plan().couriers, &after.plan().couriers)?;
            Some(SecurityEvent::TrackingLinks { couriers })
        }
        _ => None,
    }
}

/// Whether a member of staff saved the section before; the demo data and the operator's commands do not count.
async fn was_saved_by_staff(connection: &mut AsyncPgConnection, name: SectionName) -> Result<bool, DbError> {
    let of_section = audit_log::entity.eq("settings").and(audit_log::entity_id.eq(name.as_str()));
    let saves = audit_log::table.filter(of_section.and(audit_log::actor_id.is_not_null()));
    Ok(diesel::select(diesel::dsl::exists(saves)).get_result(connection).await?)
}

async fn write(
    connection: &mut AsyncPgConnection,
    name: SectionName,
    version: SettingsVersion,
    value: &Value,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let version = i32::try_from(version.get()).unwrap_or(i32::MAX);
    let values = (shop_settings::version.eq(version), shop_settings::value.eq(value), shop_settings::changed_at.eq(now));
    diesel::insert_into(shop_settings::table)
        .values((shop_settings::section.eq(name.as_str()), values))
        .on_conflict(shop_settings::section)
        .do_update()
        .set(values)
        .execute(connection)
        .await?;
    Ok(())
}

/// A section as it is stored and audited.
fn value_of(section: &Section) -> Result<Value, DbError> {
    Ok(serde_json::to_value(section)?)
}
