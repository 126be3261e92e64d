//! Golden files of what the database keeps as JSON: each form that a release wrote is read, and written in the present form.

use domain::content::document::{ContentDoc, DocumentName};
use domain::content::repository::DocumentChange;
use domain::promotions::benefit::BenefitKind;
use domain::promotions::promotion::Promotion;
use domain::promotions::repository::PromotionRecord;
use domain::settings::ports::replacing;
use domain::settings::shop_settings::{Section, SectionName, ShopSettings};
use domain::shared::versioned::SettingsVersion;
use serde::Deserialize;
use serde_json::Value;
use testkit::contracts::Shop;
use testkit::postgres::TestDatabase;
use testkit::{moments, sample_promotions, sample_users};

/// A stored form. `written` is absent where it is written as it was stored; `former` says what a former release stored otherwise.
#[derive(Deserialize)]
struct Form {
    #[serde(alias = "section", alias = "document")]
    name: String,
    former: Option<String>,
    stored: Value,
    written: Option<Value>,
}

impl Form {
    fn about(&self) -> String {
        format!("{} {}", self.name, self.former.as_deref().unwrap_or_default())
    }

    fn expected(&self) -> &Value {
        assert_eq!(self.written.is_some(), self.former.is_some(), "{}", self.about());
        self.written.as_ref().unwrap_or(&self.stored)
    }
}

fn section_of(settings: &ShopSettings, name: &str) -> Section {
    settings.section(SectionName::parse(name).unwrap())
}

#[tokio::test]
async fn every_form_of_the_settings_is_read_and_written() {
    let forms: Vec<Form> = serde_json::from_str(include_str!("../fixtures/stored/settings.json")).unwrap();
    for form in &forms {
        let database = TestDatabase::create().await;
        let (shop, client) = (Shop::of(database.postgres().await), database.client().await);
        let insert = "INSERT INTO shop_settings (section, version, value, changed_at) VALUES ($1, 1, $2, now())";
        client.execute(insert, &[&form.name, &form.stored]).await.unwrap();
        let section = section_of(&shop.settings.load().await.unwrap(), &form.name);
        let seen = SettingsVersion::parse(1).unwrap();
        // The first save by staff writes the section even where nothing changes.
        shop.settings.change(&sample_users::actor(), moments::now(), replacing(section, seen)).await.unwrap();
        let row = client.query_one("SELECT version, value FROM shop_settings", &[]).await.unwrap();
        assert_eq!((row.get::<_, i32>(0), &row.get::<_, Value>(1)), (2, form.expected()), "{}", form.about());
    }
}

#[tokio::test]
async fn every_form_of_a_document_is_read_and_written() {
    let forms: Vec<Form> = serde_json::from_str(include_str!("../fixtures/stored/content.json")).unwrap();
    for form in &forms {
        let database = TestDatabase::create().await;
        let (shop, client) = (Shop::of(database.postgres().await), database.client().await);
        let insert = "INSERT INTO content_drafts (document, revision, body, changed_at) VALUES ($1, 1, $2, now())";
        client.execute(insert, &[&form.name, &form.stored]).await.unwrap();
        let name = DocumentName::parse(&form.name).unwrap();
        let draft = shop.content.document(&name).await.unwrap().draft.unwrap();
        let document = ContentDoc::parse(&name, &draft.body).unwrap_or_else(|faults| panic!("{}: {faults}", form.about()));
        let change = DocumentChange::of(&name, &document, &sample_users::actor(), moments::now());
        shop.content.publish(&change).await.unwrap();
        let row = client.query_one("SELECT body FROM content_versions", &[]).await.unwrap();
        assert_eq!(&row.get::<_, Value>(0), form.expected(), "{}", form.about());
    }
}

#[tokio::test]
async fn every_form_of_a_benefit_is_read_and_written() {
    let forms: Vec<Form> = serde_json::from_str(include_str!("../fixtures/stored/benefits.json")).unwrap();
    assert!(BenefitKind::ALL.iter().all(|kind| forms.iter().any(|form| form.name == kind.as_str())));
    let database = TestDatabase::create().await;
    let (shop, client) = (Shop::of(database.postgres().await), database.client().await);
    for form in &forms {
        let stored = sample_promotions::promotion(sample_promotions::automatic());
        shop.promotions.add(&stored, None, &sample_users::actor()).await.unwrap();
        let id = stored.id.uuid();
        client.execute("UPDATE promotions SET benefit = $2 WHERE id = $1", &[&id, &form.stored]).await.unwrap();
        let next = |present: &PromotionRecord| {
            let promotion = present.promotion.clone();
            Ok(Promotion { version: promotion.version.next(), ..promotion })
        };
        shop.promotions.change(stored.id, &sample_users::actor(), Box::new(next)).await.unwrap();
        let row = client.query_one("SELECT version, benefit FROM promotions WHERE id = $1", &[&id]).await.unwrap();
        assert_eq!((row.get::<_, i32>(0), &row.get::<_, Value>(1)), (2, form.expected()), "{}", form.about());
    }
}
