//! Accounts of staff and invitations over HTTP.

use domain::accounts::staff_invitation::{InvitationSecret, VALID_FOR};
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::{NewUser, PasswordHash};
use domain::reports::audit_log::{AuditQuery, AuditWord};
use serde_json::{Value, json};
use testkit::{moments, sample_users};

use crate::pg_shop::{PgShop, SignedIn};
use crate::shop::Shop;
use crate::wire::{Answer, By as _, delete, get, post, put};

/// A shop that signs each invitation with its id.
async fn open() -> PgShop {
    let mut mocks = Shop::new();
    mocks.signer.expect_sign().returning(|id, until| {
        assert_eq!(until - moments::now(), VALID_FOR);
        Some(InvitationSecret::new(format!("secret-{id}")))
    });
    mocks.hasher.expect_hash().times(..=1).returning(|_| Ok(PasswordHash::new("phc".to_owned())));
    PgShop::open_with(mocks).await
}

/// An owner whose session is confirmed.
async fn owner(shop: &PgShop) -> SignedIn {
    let owner = shop.admin().await;
    shop.confirmed(owner).await
}

#[actix_web::test]
async fn owners_list_staff() {
    let shop = open().await;
    let owner = owner(&shop).await;
    let helper = NewUser { first_name: sample_users::name("Zoya"), ..sample_users::staff(StaffRole::Support) };
    let helper = shop.stores.register(helper).await;
    let answer = shop.answer(get("/api/admin/staff").by(&owner.token)).await;
    assert!(answer.status == 200 && answer.is_personal());
    let row = |email: &str, first_name: &str, role: &str, last_login: Option<&str>, is_you: bool| {
        json!({"email": email, "firstName": first_name, "lastName": "Silva", "role": role, "isBlocked": false,
            "lastLogin": last_login, "secondFactor": false, "isYou": is_you})
    };
    let own = row(owner.user.email.as_str(), "Ayesha", "owner", Some("2026-03-04T01:00:00Z"), true);
    assert_eq!(answer.json(), json!([own, row(helper.email.as_str(), "Zoya", "support", None, false)]));
}

#[actix_web::test]
async fn owners_change_and_remove_staff() {
    let shop = open().await;
    let owner = owner(&shop).await;
    let helper = shop.stores.register(sample_users::staff(StaffRole::Support)).await;
    let path = |email: &str| format!("/api/admin/staff/{email}");
    let change = async |email: &str, body: &Value| shop.answer(put(&path(email), body).by(&owner.token)).await;
    let remove = async |email: &str| shop.answer(delete(&path(email)).by(&owner.token)).await;
    let body = json!({"role": "content"});
    let changed = change(helper.email.as_str(), &body).await;
    assert_eq!((changed.status, &changed.json()["role"]), (200, &json!("content")));
    let removed = remove(helper.email.as_str()).await;
    assert_eq!((removed.status, removed.text().as_str()), (204, ""));
    for unknown in [helper.email.as_str(), "nobody@example.com", "malformed"] {
        assert_eq!(change(unknown, &body).await.problem(404), "staff.not_found", "{unknown}");
        assert_eq!(remove(unknown).await.problem(404), "staff.not_found", "{unknown}");
    }
    let own = owner.user.email.as_str();
    assert_eq!(change(own, &body).await.problem(409), "staff.last_owner");
    assert_eq!(remove(own).await.problem(409), "staff.last_owner");
    for wrong in [json!({}), json!({"role": null}), json!({"role": "admin"}), json!({"role": ""})] {
        assert_eq!(change(own, &wrong).await.wrong_fields(), ["role"], "{wrong}");
    }
}

/// The token in the link of a new invitation.
async fn invited(shop: &PgShop, owner: &SignedIn, email: &str) -> String {
    let body = json!({"email": email, "role": "manager"});
    let sent = shop.answer(post("/api/admin/staff/invitations", &body).by(&owner.token)).await;
    assert_eq!(sent.status, 201, "{}", sent.text());
    sent.json()["link"].as_str().unwrap().split_once("#token=").unwrap().1.to_owned()
}

#[actix_web::test]
async fn owners_invite_and_withdraw() {
    let shop = open().await;
    let owner = owner(&shop).await;
    let invite = async |body: &Value| shop.answer(post("/api/admin/staff/invitations", body).by(&owner.token)).await;
    let sent = invite(&json!({"email": "nimali@example.com", "role": "manager"})).await;
    let body = sent.json();
    let id = body["id"].as_str().unwrap();
    let mut row = json!({"id": id, "email": "nimali@example.com", "role": "manager", "invitedBy": owner.user.email.as_str(),
        "createdAt": "2026-03-04T01:00:00Z", "expiresAt": "2026-03-07T01:00:00Z"});
    assert_eq!(shop.answer(get("/api/admin/staff/invitations").by(&owner.token)).await.json(), json!([row]), "without its link");
    row["link"] = json!(format!("https://araliya.example/accept-invitation#token=secret-{id}"));
    row["isMailed"] = json!(true);
    assert_eq!((sent.status, &body), (201, &row));
    assert!(sent.is_personal());
    let own = invite(&json!({"email": owner.user.email.as_str(), "role": "manager"})).await;
    assert_eq!(own.problem(409), "staff.already_staff");
    assert_eq!(invite(&json!({"email": "x", "role": "x"})).await.wrong_fields(), ["email", "role"]);
    let withdraw = async |id: &str| shop.answer(delete(&format!("/api/admin/staff/invitations/{id}")).by(&owner.token)).await;
    assert_eq!(withdraw(id).await.status, 204);
    for unknown in [id, "00000000-0000-0000-0000-000000000002", "x"] {
        assert_eq!(withdraw(unknown).await.problem(404), "staff.invitation_not_found");
    }
}

async fn accept(shop: &PgShop, body: &Value, by: Option<&SignedIn>) -> Answer {
    let request = post("/api/staff/accept", body);
    shop.answer(if let Some(by) = by { request.by(&by.token) } else { request }).await
}

#[actix_web::test]
async fn a_newcomer_accepts_with_names_and_a_password() {
    let shop = open().await;
    let owner = owner(&shop).await;
    let email = sample_users::email();
    let token = invited(&shop, &owner, email.as_str()).await;
    let shown = shop.answer(post("/api/staff/invitation", &json!({"token": token}))).await;
    assert_eq!((shown.status, shown.json()), (200, json!({"email": email.as_str(), "role": "manager", "account": "new"})));
    let missing = accept(&shop, &json!({"token": token, "firstName": " "}), None).await;
    assert_eq!(missing.wrong_fields(), ["firstName", "lastName", "password"]);
    let body = json!({"token": token, "firstName": "Ruwan", "lastName": "Silva", "password": "temple flowers"});
    let answer = accept(&shop, &body, None).await;
    assert!(answer.status == 200 && answer.is_personal(), "{}", answer.text());
    let login = answer.json();
    assert_eq!(
        (&login["user"]["role"], &login["user"]["email"], &login["blocked"]),
        (&json!("manager"), &json!(email.as_str()), &json!(false))
    );
    let detail = get("/api/users/userdetail").by(login["token"].as_str().unwrap());
    assert_eq!(shop.answer(detail).await.json()["name"], "Ruwan Silva", "they are signed in");
    // The password is hashed once: not for a link that is used.
    assert_eq!(accept(&shop, &body, None).await.problem(422), "staff.invitation_invalid");
    let query = AuditQuery { entity: AuditWord::parse("user").ok(), ..AuditQuery::default() };
    let log = shop.stores.audit_log.list(&query).await.unwrap();
    assert_eq!((log.items[0].action.as_str(), log.items[0].actor.as_ref()), ("create", Some(&email)), "by themselves");
}

#[actix_web::test]
async fn a_customer_accepts_signed_in_as_the_invited_address() {
    let shop = open().await;
    let (owner, customer, stranger) = (owner(&shop).await, shop.customer().await, shop.customer().await);
    let body = json!({"token": invited(&shop, &owner, customer.user.email.as_str()).await});
    assert_eq!(shop.answer(post("/api/staff/invitation", &body)).await.json()["account"], "customer");
    for who in [None, Some(&stranger)] {
        assert_eq!(accept(&shop, &body, who).await.problem(403), "staff.sign_in_first");
    }
    let joined = accept(&shop, &body, Some(&customer)).await;
    assert_eq!((joined.status, &joined.json()["user"]["role"]), (200, &json!("manager")));
}

#[actix_web::test]
async fn a_dead_link_is_about_the_token() {
    let shop = open().await;
    let owner = owner(&shop).await;
    let token = invited(&shop, &owner, "nimali@example.com").await;
    shop.wait(72 * 60 * 60);
    for path in ["/api/staff/invitation", "/api/staff/accept"] {
        for dead in [token.as_str(), "invented", "\u{0}"] {
            let body = json!({"token": dead, "firstName": "Ruwan", "lastName": "Silva", "password": "temple flowers"});
            let answer = shop.answer(post(path, &body)).await;
            assert_eq!(answer.problem(422), "staff.invitation_invalid");
            assert_eq!(answer.json()["errors"], json!({"token": [answer.json()["message"]]}));
        }
        for body in [json!({}), json!({"token": ""}), json!({"token": null})] {
            assert_eq!(shop.answer(post(path, &body)).await.wrong_fields(), ["token"]);
        }
    }
}
