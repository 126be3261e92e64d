//! The sections of the settings.

use domain::accounts::security_settings::SecuritySettings;
use domain::messages::mail_message::MailKind;
use domain::messages::mail_settings::MailSettings;
use domain::settings::ports::replacing;
use domain::settings::shop_settings::{Section, ShopSettings};
use domain::shared::language::Language;
use domain::shared::versioned::SettingsVersion;
use serde_json::{Value, json};
use testkit::{moments, sample_settings, sample_users};

use crate::pg_shop::{PgShop, SignedIn};
use crate::wire::{Answer, By as _, get, post, put};

/// A shop with its owner, whose session is confirmed.
struct Edited {
    shop: PgShop,
    owner: SignedIn,
}

impl Edited {
    async fn new() -> Self {
        let shop = PgShop::open().await;
        let owner = shop.admin().await;
        Self { owner: shop.confirmed(owner).await, shop }
    }

    /// A shop whose settings are all edited once.
    async fn once() -> Self {
        let edited = Self::new().await;
        for section in sections() {
            let (actor, version) = (sample_users::actor(), SettingsVersion::default());
            let saved = edited.shop.stores.settings.change(&actor, moments::now(), replacing(section, version)).await;
            assert!(saved.unwrap().is_changed);
        }
        edited
    }

    async fn show(&self, section: &str) -> Value {
        let answer = self.shop.answer(get(&format!("/api/admin/settings/{section}")).by(&self.owner.token)).await;
        assert!(answer.status == 200 && answer.is_personal(), "{}", answer.text());
        answer.json()
    }

    async fn change(&self, section: &str, body: &Value) -> Answer {
        self.shop.answer(put(&format!("/api/admin/settings/{section}"), body).by(&self.owner.token)).await
    }

    async fn preview(&self, body: &Value) -> Answer {
        self.shop.answer(post("/api/admin/settings/delivery/preview", body).by(&self.owner.token)).await
    }

    async fn stored(&self) -> ShopSettings {
        self.shop.stores.settings.load().await.unwrap()
    }
}

fn sections() -> [Section; 6] {
    [
        Section::Delivery(sample_settings::delivery()),
        Section::Payments(sample_settings::payments()),
        Section::Orders(sample_settings::orders()),
        Section::Mails(sample_settings::mails()),
        Section::Tax(sample_settings::tax()),
        Section::Security(SecuritySettings::default()),
    ]
}

#[actix_web::test]
async fn a_new_shop_shows_the_defaults_of_each_section() {
    let new = Edited::new().await;
    let show = |section| new.show(section);
    let delivery = json!({
        "version": 0, "zones": [], "methods": ["standard"], "defaultMethod": "standard",
        "rates": [{"zone": "rest", "method": "standard", "tariff": {"kind": "flat", "amount": 0}, "freeFrom": null, "minDays": 1, "maxDays": 3}],
        "holidays": [], "cutOff": "14:00", "couriers": [],
    });
    assert_eq!(show("delivery").await, delivery);
    let terms = |method, enabled| json!({"method": method, "enabled": enabled, "min": null, "max": null, "districts": []});
    let payments = json!({
        "version": 0, "paymentMethods": [terms("cod", true), terms("bankTransfer", false), terms("payhere", false)],
        "bankAccount": null, "codFee": 0, "codConfirmAbove": null, "confirmRefundsAbove": 20000,
        "expiries": {"payhereMinutes": 30, "bankTransferHours": 48},
        "gatewayConfigured": true,
    });
    assert_eq!(show("payments").await, payments);
    assert_eq!(
        show("orders").await,
        json!({"version": 0, "guestCheckout": false, "returnDays": 7, "changedMind": false, "newCustomerOrders": 3, "newCustomerUnits": 30,
            "orderPrefix": "ARA"})
    );
    let mails = show("mails").await;
    assert_eq!((&mails["version"], mails["mails"].as_object().unwrap().len()), (&json!(0), 15));
    assert!(mails["mails"].as_object().unwrap().values().all(|is_on| is_on == true), "{mails}");
    assert_eq!(mails["languages"], json!(["en"]));
    assert_eq!(show("security").await, json!({"version": 0, "requireSecondFactor": "none"}));
    assert_eq!(new.shop.answer(get("/api/admin/settings/colours").by(&new.owner.token)).await.status, 404);
}

#[actix_web::test]
async fn the_section_that_is_shown_can_be_sent_back() {
    let edited = Edited::once().await;
    for section in sections() {
        let name = section.name().as_str();
        let shown = edited.show(name).await;
        // A missing field is unchanged.
        for same in [&shown, &json!({"version": 1})] {
            let answer = edited.change(name, same).await;
            assert_eq!((answer.status, &answer.json()["settings"]), (200, &shown), "{}", answer.text());
            assert_eq!(answer.json()["message"], "Settings saved successfully!");
            assert_eq!(edited.stored().await.section(section.name()), section);
        }
    }
}

#[actix_web::test]
async fn guests_are_not_switched_on_before_they_can_order() {
    let refused = Edited::new().await.change("orders", &json!({"version": 0, "guestCheckout": true})).await;
    assert_eq!(refused.wrong_fields(), ["guestCheckout"]);
}

#[actix_web::test]
async fn null_clears_optional_values() {
    let edited = Edited::once().await;
    assert_eq!(edited.change("payments", &json!({"version": 1, "codConfirmAbove": null})).await.status, 200);
    let payments = edited.stored().await.payments.value;
    assert_eq!((payments.plan().cod_confirm_above, payments.plan().bank_account.is_some()), (None, true));
    let needed = edited.change("payments", &json!({"version": 2, "bankAccount": null})).await;
    assert_eq!(needed.wrong_fields(), ["bankAccount"]);
}

#[actix_web::test]
async fn an_edit_of_another_version_is_409_with_the_present_settings() {
    let edited = Edited::once().await;
    for section in sections() {
        for version in [0, 2] {
            let stale = edited.change(section.name().as_str(), &json!({"version": version})).await;
            assert_eq!(stale.problem(409), "settings.changed");
            assert_eq!(stale.json()["settings"]["version"], 1);
        }
    }
}

#[actix_web::test]
async fn every_wrong_field_is_named() {
    let edited = Edited::once().await;
    let rate = |with: Value| {
        let mut rate = json!({"zone": "rest", "method": "standard", "tariff": {"kind": "flat", "amount": 1}, "minDays": 1, "maxDays": 2});
        rate.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
        json!({"version": 1, "zones": [], "rates": [rate]})
    };
    for (section, body, fields) in [
        ("orders", json!({}), vec!["version"]),
        ("orders", json!({"version": -1, "returnDays": 366}), vec!["returnDays", "version"]),
        ("orders", json!({"version": 1, "newCustomerOrders": 0, "newCustomerUnits": 0}), vec!["newCustomerOrders", "newCustomerUnits"]),
        ("orders", json!({"version": 1.5}), vec!["version"]),
        ("orders", json!({"version": 1, "orderPrefix": "ara"}), vec!["orderPrefix"]),
        ("orders", json!({"version": 1, "orderPrefix": "ARALIYA"}), vec!["orderPrefix"]),
        ("delivery", json!({"version": 1, "zones": [{"name": "rest", "districts": ["Colombo"]}]}), vec!["zones[0].name"]),
        ("delivery", json!({"version": 1, "zones": [{"name": "A", "districts": ["Mumbai"]}]}), vec!["zones[0].districts"]),
        ("delivery", json!({"version": 1, "zones": [{}, "x"]}), vec!["zones[1]"]),
        ("delivery", json!({"version": 1, "zones": []}), vec!["rates[0].zone", "rates[1].zone", "rates[2].zone"]),
        ("delivery", json!({"version": 1, "methods": ["express", "drone"], "cutOff": "25:00"}), vec!["cutOff", "methods[1]"]),
        ("delivery", json!({"version": 1, "methods": ["express"]}), vec!["defaultMethod"]),
        ("delivery", json!({"version": 1, "holidays": ["2027-02-30"]}), vec!["holidays[0]"]),
        (
            "delivery",
            json!({"version": 1, "couriers": [{"name": "L", "trackingUrl": "http://x.lk/{number}"}]}),
            vec!["couriers[0].trackingUrl"],
        ),
        (
            "delivery",
            json!({"version": 1, "rates": [{}]}),
            vec!["rates[0].maxDays", "rates[0].method", "rates[0].minDays", "rates[0].tariff", "rates[0].zone"],
        ),
        ("delivery", rate(json!({"minDays": 3})), vec!["rates[0].maxDays"]),
        ("delivery", rate(json!({"freeFrom": 0.001})), vec!["rates[0].freeFrom"]),
        ("delivery", rate(json!({"tariff": {"kind": "cheap"}})), vec!["rates[0].tariff.kind"]),
        ("delivery", rate(json!({"tariff": {"kind": "flat"}})), vec!["rates[0].tariff.amount"]),
        (
            "delivery",
            rate(json!({"tariff": {"kind": "byWeight", "steps": [{}]}})),
            vec!["rates[0].tariff.perExtraKg", "rates[0].tariff.steps[0].amount", "rates[0].tariff.steps[0].upToGrams"],
        ),
        ("delivery", rate(json!({"tariff": {"kind": "byValue", "steps": [{"from": 1, "amount": 1}]}})), vec!["rates[0].tariff"]),
        ("payments", json!({"version": 1, "codFee": -1, "codConfirmAbove": 1e10}), vec!["codConfirmAbove", "codFee"]),
        (
            "payments",
            json!({"version": 1, "expiries": {"payhereMinutes": 14, "bankTransferHours": 0}}),
            vec!["expiries.bankTransferHours", "expiries.payhereMinutes"],
        ),
        (
            "payments",
            json!({"version": 1, "paymentMethods": [{"method": "card", "enabled": true}, {"method": "cod"}]}),
            vec!["paymentMethods[0].method", "paymentMethods[1].enabled"],
        ),
        (
            "payments",
            json!({"version": 1, "paymentMethods": [{"method": "cod", "enabled": true}, {"method": "cod", "enabled": true}]}),
            vec!["paymentMethods[1].method"],
        ),
        (
            "payments",
            json!({"version": 1, "bankAccount": {"bank": " "}}),
            vec!["bankAccount.bank", "bankAccount.holder", "bankAccount.number"],
        ),
    ] {
        assert_eq!(edited.change(section, &body).await.wrong_fields(), fields, "{section} {body}");
    }
}

/// A parcel to Kandy by edited settings.
fn to_kandy(settings: &Value) -> Value {
    json!({"district": "Kandy", "grams": 1200, "value": 2500.5, "settings": settings})
}

#[actix_web::test]
async fn a_parcel_is_priced_by_settings_that_are_not_saved() {
    let edited = Edited::once().await;
    let steps = json!([{"upToGrams": 1000, "amount": 350}]);
    let rate = json!({
        "zone": "Hill country", "method": "standard", "tariff": {"kind": "byWeight", "steps": steps, "perExtraKg": 100.5},
        "freeFrom": 2500.5, "minDays": 0, "maxDays": 0,
    });
    let settings = json!({
        "version": 0, "zones": [{"name": "Hill country", "districts": ["Kandy"]}], "methods": ["standard"],
        "defaultMethod": "standard", "rates": [rate], "holidays": [], "cutOff": "23:59",
    });
    let answer = edited.preview(&to_kandy(&settings)).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let found = answer.json();
    let option = &found["deliveryOptions"][0];
    assert_eq!((found["zone"].as_str(), option["method"].as_str()), (Some("Hill country"), Some("standard")));
    assert_eq!((option["charge"].as_f64(), option["discount"].as_f64()), (Some(450.5), Some(450.5)), "a started kilogram more, free");
    assert!(option["estimatedFrom"].is_string() && option["estimatedFrom"] == option["estimatedTo"], "{option}");
    assert_eq!(edited.stored().await.delivery.value, sample_settings::delivery(), "nothing is saved");
}

#[actix_web::test]
async fn a_parcel_without_settings_is_priced_by_the_stored_ones() {
    let found = Edited::new().await.preview(&json!({})).await.json();
    assert_eq!((found["zone"].as_str(), found["deliveryOptions"].as_array().map(Vec::len)), (Some("rest"), Some(1)));
    assert_eq!(found["deliveryOptions"][0]["charge"], 0);
}

#[actix_web::test]
async fn a_preview_names_every_wrong_field() {
    let edited = Edited::once().await;
    for (body, fields) in [
        (json!({"district": "Mumbai", "grams": -1, "value": 0.001}), vec!["district", "grams", "value"]),
        (json!({"grams": 10_000_001}), vec!["grams"]),
        (to_kandy(&json!({"cutOff": "25:00"})), vec!["settings.cutOff"]),
        (to_kandy(&json!({"methods": ["express"], "defaultMethod": "standard"})), vec!["settings.defaultMethod"]),
        (to_kandy(&json!({"zones": [{"name": "rest", "districts": ["Galle"]}]})), vec!["settings.zones[0].name"]),
    ] {
        assert_eq!(edited.preview(&body).await.wrong_fields(), fields, "{body}");
    }
    for body in [json!({"settings": []}), json!({"settings": "all"}), json!({"grams": "1"})] {
        assert!((400..500).contains(&edited.preview(&body).await.status), "{body}");
    }
}

#[actix_web::test]
async fn each_mail_has_its_own_switch() {
    let edited = Edited::once().await;
    let switches = json!({"shipped": true, "slipRejected": false, "verify": false});
    assert_eq!(edited.change("mails", &json!({"version": 1, "mails": switches})).await.status, 200);
    let off = MailSettings::without([MailKind::Reminder, MailKind::SlipRejected]).offering([Language::Sinhala]);
    assert_eq!(edited.stored().await.mails.value, off, "the link that verifies an address has no switch");
    for wrong in [json!({"version": 2, "mails": {"paid": "no"}}), json!({"version": 2, "mails": [true]})] {
        assert!(edited.change("mails", &wrong).await.problem(422).starts_with("request."), "{wrong}");
    }
    assert_eq!(edited.change("mails", &json!({"mails": {}})).await.wrong_fields(), ["version"]);
}

#[actix_web::test]
async fn the_languages_of_mails_are_chosen() {
    let edited = Edited::once().await;
    let present = edited.show("mails").await;
    assert_eq!((&present["languages"], &present["mails"]["shipped"]), (&json!(["en", "si"]), &json!(false)));
    for (version, languages, chosen) in [
        (1, json!(["ta", "ta"]), vec![Language::Tamil]),
        (2, json!(["ta", "en", "si"]), vec![Language::Sinhala, Language::Tamil]),
        (3, json!([]), vec![]),
    ] {
        let answer = edited.change("mails", &json!({"version": version, "languages": languages})).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(edited.stored().await.mails.value, sample_settings::mails().offering(chosen), "{languages}");
    }
    for wrong in [json!(["fr"]), json!(["si", "EN"]), json!(["si", "si", "si", "si"])] {
        assert_eq!(edited.change("mails", &json!({"version": 4, "languages": wrong})).await.wrong_fields(), ["languages"]);
    }
    let offered = edited.shop.answer(get("/api/shop")).await.json()["mailLanguages"].clone();
    assert_eq!(offered, json!(["en"]));
}
