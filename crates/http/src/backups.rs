//! `GET /api/admin/backups`: the schedule of backups, its newest runs, and the mails that a restore holds back.

use actix_web::{HttpResponse, web};
use application::backups::BackupUseCases;
use application::backups::show_backups::Backups;
use chrono::{DateTime, Utc};
use domain::accounts::permission::Permission;
use domain::backups::backup_run::{BackupRun, RunState, Verification};
use domain::backups::schedule::BackupSchedule;
use domain::messages::mail_hold::HeldMails;
use serde::Serialize;
use utoipa::ToSchema;

use crate::middleware::rate_limit::RateLimit;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::word_json::word_json;
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, list, access: Access::Staff(Permission::ManageSettings), limit: Limit::PerAddress(RateLimit::Read), changes: None);
}

/// The backups of the shop.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Backups)]
struct BackupsJson {
    /// Null where no place for backups is configured.
    #[schema(required = true)]
    schedule: Option<BackupScheduleJson>,
    /// The newest runs, the newest first, at most 30.
    runs: Vec<BackupRunJson>,
    /// When the last backup in order was made; null where there is none.
    #[schema(required = true)]
    last_success_at: Option<DateTime<Utc>>,
    /// Whether the last backup in order is older than 26 hours. False without a schedule.
    is_overdue: bool,
    /// Whether the last run has failed.
    has_failed: bool,
    /// Null unless mails are held since a restore.
    #[schema(required = true)]
    held_mails: Option<HeldMailsJson>,
}

/// When and where backups are made.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BackupSchedule)]
struct BackupScheduleJson {
    /// The time of the shop's clocks: `02:30`.
    at: String,
    /// The number of backups that are kept.
    keep: usize,
    /// The folder or bucket.
    place: String,
}

word_json! {
    /// How a run stands: it works, its file is verified, or it failed or was broken off.
    BackupRunStateJson as BackupRunState of RunState
}

word_json! {
    /// How a file was verified: restored into a scratch database and checked there, or its checksums alone.
    BackupVerificationJson as BackupVerification of Verification
}

/// A run of the schedule.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BackupRun)]
struct BackupRunJson {
    id: i64,
    state: BackupRunStateJson,
    started_at: DateTime<Utc>,
    #[schema(required = true)]
    finished_at: Option<DateTime<Utc>>,
    /// The name of its file; null until it is written.
    #[schema(required = true)]
    file: Option<String>,
    /// The size of its file.
    #[schema(required = true)]
    size_bytes: Option<u64>,
    #[schema(required = true)]
    verified_at: Option<DateTime<Utc>>,
    #[schema(required = true)]
    verification: Option<BackupVerificationJson>,
    /// Why it failed.
    #[schema(required = true)]
    error: Option<String>,
    /// When its file was deleted, because enough newer ones are kept.
    #[schema(required = true)]
    deleted_at: Option<DateTime<Utc>>,
}

/// Mails that are held since the shop was restored: some of them may have been sent before.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HeldMails)]
struct HeldMailsJson {
    /// When the shop was restored.
    since: DateTime<Utc>,
    /// The moment of the backup.
    snapshot_at: DateTime<Utc>,
    /// The number of mails that wait.
    waiting: u64,
}

impl From<BackupSchedule> for BackupScheduleJson {
    fn from(BackupSchedule { at, keep, place }: BackupSchedule) -> Self {
        Self { at: at.format("%H:%M").to_string(), keep, place }
    }
}

impl From<HeldMails> for HeldMailsJson {
    fn from(HeldMails { since, snapshot_at, waiting }: HeldMails) -> Self {
        Self { since, snapshot_at, waiting }
    }
}

impl BackupRunJson {
    fn at(run: BackupRun, now: DateTime<Utc>) -> Self {
        Self {
            id: run.id.0,
            state: run.state(now).into(),
            started_at: run.started_at,
            finished_at: run.finished_at,
            size_bytes: run.file.as_ref().map(|file| file.bytes),
            file: run.file.map(|file| file.name),
            verified_at: run.verified.map(|(at, _)| at),
            verification: run.verified.map(|(_, verification)| verification.into()),
            error: run.error,
            deleted_at: run.deleted_at,
        }
    }
}

impl From<Backups> for BackupsJson {
    fn from(backups: Backups) -> Self {
        let now = backups.now;
        Self {
            schedule: backups.schedule.map(Into::into),
            runs: backups.runs.into_iter().map(|run| BackupRunJson::at(run, now)).collect(),
            last_success_at: backups.summary.last_in_order.map(|(at, _)| at),
            is_overdue: backups.is_overdue,
            has_failed: backups.summary.last_failed,
            held_mails: backups.held_mails.map(Into::into),
        }
    }
}

/// The backups of the shop, and the mails that a restore holds back.
#[utoipa::path(get, path = "/api/admin/backups", tag = "operations", operation_id = "listBackups",
    responses((status = 200, body = BackupsJson)))]
async fn list(backups: web::Data<BackupUseCases>) -> Result<HttpResponse, Problem> {
    let backups = backups.show_backups.run().await?;
    Ok(private(HttpResponse::Ok(), &BackupsJson::from(backups)))
}
