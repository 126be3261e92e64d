//! The backups that owners see, and the mails that a restore holds back.

use actix_web::test::TestRequest;
use chrono::{NaiveTime, TimeDelta};
use domain::backups::backup_run::{BackupFile, BackupRun, BackupRunId, BackupSummary, Verification};
use domain::backups::schedule::BackupSchedule;
use domain::messages::mail_hold::HeldMails;
use serde_json::json;
use testkit::moments;

use crate::shop::Shop;
use crate::wire::{By as _, get};

fn run(id: i64) -> BackupRun {
    let started_at = moments::now() - TimeDelta::hours(30);
    BackupRun { id: BackupRunId(id), started_at, finished_at: Some(started_at), file: None, verified: None, error: None, deleted_at: None }
}

#[actix_web::test]
async fn an_owner_sees_the_schedule_its_runs_and_the_mails_that_are_held() {
    let mut shop = Shop::new();
    shop.backups = Some(BackupSchedule { at: NaiveTime::from_hms_opt(2, 30, 0).unwrap(), keep: 14, place: "/var/backups".to_owned() });
    let in_order = BackupRun {
        file: Some(BackupFile { name: "shop-1.backup".to_owned(), bytes: 5_000_000_000 }),
        verified: Some((moments::now(), Verification::Restored)),
        ..run(2)
    };
    let failed = BackupRun { error: Some("the disk is full".to_owned()), ..run(1) };
    shop.backup_runs.expect_newest().returning(move |_| Ok(vec![in_order.clone(), failed.clone()]));
    let done = moments::now() - TimeDelta::hours(30);
    let summary = BackupSummary { last_in_order: Some((done, 5_000_000_000)), ..BackupSummary::default() };
    shop.backup_runs.expect_summary().returning(move || Ok(summary.clone()));
    let held = HeldMails { since: moments::now(), snapshot_at: done, waiting: 3 };
    shop.mail_hold.expect_held().returning(move || Ok(Some(held)));
    let answer = shop.open().await.answer(get("/api/admin/backups").by("admin")).await;
    assert!(answer.status == 200 && answer.is_personal());
    let body = answer.json();
    assert_eq!(body["schedule"], json!({"at": "02:30", "keep": 14, "place": "/var/backups"}));
    assert_eq!((&body["isOverdue"], &body["hasFailed"], &body["heldMails"]["waiting"]), (&json!(true), &json!(false), &json!(3)));
    let states: Vec<_> = body["runs"].as_array().unwrap().iter().map(|run| (&run["state"], &run["verification"], &run["error"])).collect();
    assert_eq!(states[0], (&json!("succeeded"), &json!("restored"), &json!(null)));
    assert_eq!(states[1], (&json!("failed"), &json!(null), &json!("the disk is full")));
    assert_eq!(body["runs"][0]["sizeBytes"], json!(5_000_000_000_u64));
}

#[actix_web::test]
async fn a_shop_without_a_place_for_backups_says_so() {
    let mut shop = Shop::new();
    shop.backup_runs.expect_newest().returning(|_| Ok(Vec::new()));
    shop.backup_runs.expect_summary().returning(|| Ok(BackupSummary::default()));
    shop.mail_hold.expect_held().returning(|| Ok(None));
    let body = shop.open().await.answer(get("/api/admin/backups").by("admin")).await.json();
    assert_eq!(
        body,
        json!({"schedule": null, "runs": [], "lastSuccessAt": null, "isOverdue": false, "hasFailed": false, "heldMails": null})
    );
}

#[actix_web::test]
async fn an_owner_releases_the_mails() {
    for waiting in [Some(3), None] {
        let mut shop = Shop::new();
        let of_the_owner = |by: &domain::accounts::actor::Actor| by.email.is_some();
        shop.mail_hold
            .expect_release()
            .withf(move |by, now| of_the_owner(by) && *now == moments::now())
            .once()
            .returning(move |_, _| Ok(waiting));
        let answer = shop.open().await.answer(TestRequest::post().uri("/api/admin/outbox/release").by("admin")).await;
        assert_eq!((answer.status, answer.json()), (200, json!({"waiting": waiting})));
    }
}
