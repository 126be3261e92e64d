//! The list of sessions, and ending them.

use domain::accounts::ports::SignInAlertError;
use domain::accounts::session::Session;
use domain::accounts::session_origin::{DeviceName, Network, SessionOrigin};
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::User;
use serde_json::json;
use testkit::{moments, sample_users};

use crate::pg_shop::{PgShop, SignedIn};
use crate::shop::Shop;
use crate::wire::{By as _, delete, get, post};

#[actix_web::test]
async fn sessions_are_listed_to_their_user() {
    let shop = PgShop::open().await;
    let customer = shop.customer().await;
    let origin =
        SessionOrigin { device: DeviceName::of_user_agent(Some("Firefox/1 (Linux)")), network: Network::of([192, 0, 2, 7].into()) };
    let used = moments::seconds_later(1);
    let second = Session { origin: Some(origin), last_used_at: used, ..sample_users::session_of(&customer.user) };
    assert!(shop.stores.sessions.open(&second, None).await.unwrap());
    let listed = shop.answer(get("/api/users/sessions").by(&customer.token)).await;
    let body = listed.json();
    let expected = json!({"id": second.id.to_string(), "device": "Firefox on Linux", "network": "192.0.2.0/24", "createdAt": "2026-03-04T01:00:00Z", "lastUsedAt": "2026-03-04T01:00:01Z", "current": false});
    assert_eq!((listed.status, &body[0]), (200, &expected));
    assert_eq!((&body[1]["device"], &body[1]["current"], body.as_array().unwrap().len()), (&json!(null), &json!(true), 2));
    assert!(listed.is_personal());
    let ended = shop.answer(delete("/api/users/sessions").by(&customer.token)).await;
    assert_eq!((ended.status, ended.is_personal()), (204, true));
    let left = shop.answer(get("/api/users/sessions").by(&customer.token)).await.json();
    assert_eq!((left.as_array().unwrap().len(), &left[0]["current"]), (1, &json!(true)));
}

#[actix_web::test]
async fn ones_own_sessions_are_ended_and_those_of_staff() {
    let shop = PgShop::open().await;
    let (customer, stranger, admin) = (shop.customer().await, shop.customer().await, shop.admin().await);
    let (helper, manager) = (staff(&shop, StaffRole::Support).await, staff(&shop, StaffRole::Manager).await);
    let end = async |who: &SignedIn, id: &str| shop.answer(delete(&format!("/api/users/sessions/{id}")).by(&who.token)).await;
    let session = async |user: &User| shop.stores.session(user).await.id.to_string();
    let (customers, helpers) = (session(&customer.user).await, session(&helper.user).await);
    for (who, id) in [
        (&customer, "1"),
        (&customer, "00000000-0000-0000-0000-000000000002"),
        (&stranger, customers.as_str()),
        (&admin, customers.as_str()),
        (&customer, helpers.as_str()),
        (&manager, helpers.as_str()),
    ] {
        assert_eq!(end(who, id).await.problem(404), "session.not_found");
    }
    assert_eq!(end(&customer, &customers).await.status, 204);
    assert_eq!(end(&customer, &customers).await.problem(404), "session.not_found", "it has ended");
    assert_eq!(end(&admin, &helpers).await.status, 204);

    let of = |email: &str| format!("/api/users/sessions?user={email}");
    let (own, helpers) = (of(customer.user.email.as_str()), of(helper.user.email.as_str()));
    assert_eq!(shop.answer(get(&own).by(&customer.token)).await.status, 200);
    assert_eq!(shop.answer(get(&helpers).by(&admin.token)).await.json().as_array().unwrap().len(), 1);
    for who in [&customer, &manager] {
        assert_eq!(shop.answer(get(&helpers).by(&who.token)).await.problem(403), "auth.not_an_admin");
        assert_eq!(shop.answer(delete(&helpers).by(&who.token)).await.problem(403), "auth.not_an_admin");
    }
    for unknown in [&own, &of("nobody@example.com")] {
        let answer = shop.answer(get(unknown).by(&admin.token)).await;
        assert_eq!(
            (answer.problem(404).as_str(), &answer.json()["message"]),
            ("user.not_found", &json!("There is no staff member with this email."))
        );
    }
    assert_eq!(shop.answer(delete(&of("nobody")).by(&admin.token)).await.wrong_fields(), ["user"]);
    assert_eq!(shop.answer(delete(&helpers).by(&admin.token)).await.status, 204);
    assert_eq!(shop.answer(get("/api/users/userdetail").by(&helper.token)).await.problem(401), "auth.session_ended");
}

async fn staff(shop: &PgShop, role: StaffRole) -> SignedIn {
    shop.sign_in(sample_users::staff(role)).await
}

#[actix_web::test]
async fn the_link_of_an_alert_ends_all_sessions() {
    let mut shop = Shop::new();
    shop.watch
        .expect_end_sessions()
        .returning(|secret, _, _| if secret.expose() == "good" { Ok(()) } else { Err(SignInAlertError::InvalidLink) });
    let shop = shop.open().await;
    let use_link = |token| post("/api/users/sign-in-alert", &json!({"token": token}));
    assert_eq!(shop.answer(use_link("good")).await.status, 204);
    let dead = shop.answer(use_link("dead")).await;
    assert_eq!((dead.problem(422).as_str(), dead.json()["errors"]["token"].is_array()), ("sign_in_alert.invalid_link", true));
    assert_eq!(shop.answer(use_link("")).await.wrong_fields(), ["token"]);
}
