//! The contract of [`domain::backups::backup_run::BackupRuns`].

use chrono::{DateTime, TimeDelta, Utc};
use domain::backups::backup_run::{
    ABANDONED_AFTER, BackupFailure, BackupFile, BackupRunId, BackupSummary, RETRY_AFTER, RunState, Verification,
};

use crate::contracts::Shop;
use crate::moments;

fn at(hours: i64) -> DateTime<Utc> {
    moments::now() + TimeDelta::hours(hours)
}

async fn claimed(shop: &Shop, now: DateTime<Utc>) -> BackupRunId {
    shop.backup_runs.claim(now, now).await.unwrap().unwrap()
}

/// A run that begins at this hour, writes a file and ends as told.
async fn run(shop: &Shop, hours: i64, outcome: Result<Verification, BackupFailure>) -> BackupRunId {
    let run = claimed(shop, at(hours)).await;
    shop.backup_runs.note_file(run, &BackupFile { name: format!("{hours}.backup"), bytes: 5_000_000_000 }).await.unwrap();
    shop.backup_runs.end(run, outcome, at(hours) + TimeDelta::minutes(1)).await.unwrap();
    run
}

fn failure() -> Result<Verification, BackupFailure> {
    Err(BackupFailure("the disk is full".to_owned()))
}

/// Two instances never back up at once.
pub async fn of_many_who_claim_a_run_one_gets_it(shop: &Shop) {
    let claim = || {
        let runs = shop.backup_runs.clone();
        tokio::spawn(async move { runs.claim(at(0), at(0)).await.unwrap() })
    };
    let claims: Vec<_> = (0..8).map(|_| claim()).collect();
    let mut got = 0;
    for claim in claims {
        got += usize::from(claim.await.unwrap().is_some());
    }
    assert_eq!(got, 1);
}

/// A process that is killed and a full disk cost one backup, not the next day's.
pub async fn a_run_is_tried_again_after_it_failed_or_was_broken_off(shop: &Shop) {
    let again = async |now| shop.backup_runs.claim(at(0), now).await.unwrap();
    let first = claimed(shop, at(0)).await;
    assert_eq!(again(at(0) + TimeDelta::minutes(5)).await, None, "it works");
    let second = again(at(0) + ABANDONED_AFTER + TimeDelta::seconds(1)).await.unwrap();
    assert_ne!(first, second);
    let ended = at(0) + ABANDONED_AFTER + TimeDelta::minutes(2);
    shop.backup_runs.end(second, failure(), ended).await.unwrap();
    assert_eq!(again(ended + RETRY_AFTER - TimeDelta::seconds(1)).await, None);
    let third = again(ended + RETRY_AFTER + TimeDelta::seconds(1)).await.unwrap();
    shop.backup_runs.note_file(third, &BackupFile { name: "a".to_owned(), bytes: 1 }).await.unwrap();
    shop.backup_runs.end(third, Ok(Verification::Checksums), ended + RETRY_AFTER + TimeDelta::minutes(1)).await.unwrap();
    assert_eq!(again(at(20)).await, None, "it is in order");
    claimed(shop, at(24)).await;
}

/// What the dashboard and the metrics read.
pub async fn what_runs_say_is_told(shop: &Shop) {
    assert_eq!(shop.backup_runs.summary().await.unwrap(), BackupSummary::default());
    run(shop, 0, Ok(Verification::Restored)).await;
    let done = at(0) + TimeDelta::minutes(1);
    let good =
        BackupSummary { first_run: Some(at(0)), last_in_order: Some((done, 5_000_000_000)), last_verified: Some(done), last_failed: false };
    assert_eq!(shop.backup_runs.summary().await.unwrap(), good);
    run(shop, 24, failure()).await;
    assert_eq!(shop.backup_runs.summary().await.unwrap(), BackupSummary { last_failed: true, ..good });
    claimed(shop, at(48)).await;
    let newest = shop.backup_runs.newest(10).await.unwrap();
    let states: Vec<RunState> = newest.iter().map(|run| run.state(at(48))).collect();
    assert_eq!(states, [RunState::Running, RunState::Failed, RunState::Succeeded]);
    assert_eq!(newest[1].error.as_deref(), Some("the disk is full"));
    assert_eq!(newest[2].verified, Some((done, Verification::Restored)));
    assert_eq!(shop.backup_runs.newest(1).await.unwrap().len(), 1);
}

/// What retention reads.
pub async fn backups_that_are_there_are_kept_newest_first(shop: &Shop) {
    let first = run(shop, 0, Ok(Verification::Restored)).await;
    let second = run(shop, 24, failure()).await;
    let without_file = claimed(shop, at(48)).await;
    shop.backup_runs.end(without_file, failure(), at(48)).await.unwrap();
    let kept = shop.backup_runs.kept().await.unwrap();
    assert_eq!(kept.iter().map(|backup| (backup.run, backup.is_in_order)).collect::<Vec<_>>(), [(second, false), (first, true)]);
    assert_eq!(kept[1].file, "0.backup");
    shop.backup_runs.note_deleted(first, at(50)).await.unwrap();
    assert_eq!(shop.backup_runs.kept().await.unwrap().len(), 1);
    let deleted = shop.backup_runs.newest(3).await.unwrap().pop().unwrap();
    assert_eq!((deleted.id, deleted.deleted_at), (first, Some(at(50))));
}
