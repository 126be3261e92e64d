//! Accounts of staff and invitations over HTTP.

use domain::accounts::ports::{AcceptOutcome, ChangeStaffOutcome, InviteOutcome, MockStaffInvitations, StaffAccount};
use domain::accounts::staff_invitation::{InvitationSecret, Invited, StaffInvitation};
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::{PasswordHash, User};
use domain::shared::ids::{InvitationId, UserId};
use serde_json::{Value, json};
use testkit::{moments, sample_users};

use crate::people::{admin, customer, staff};
use crate::shop::Shop;
use crate::wire::{Answer, By as _, delete, get, post, put};

const ID: &str = "00000000-0000-0000-0000-000000000001";

fn account(user: User) -> StaffAccount {
    StaffAccount { user, has_second_factor: false }
}

#[actix_web::test]
async fn owners_list_staff() {
    let mut shop = Shop::new();
    shop.staff.expect_list().returning(|| {
        let helper = User { is_blocked: true, last_login: Some(moments::now()), ..staff(StaffRole::Support).user };
        Ok(vec![account(admin().user), account(helper)])
    });
    let answer = shop.answer(get("/api/admin/staff").by("admin")).await;
    assert!(answer.status == 200 && answer.is_personal());
    let row = |user: User, role: &str, is_blocked: bool, last_login: Option<&str>, is_you: bool| {
        json!({"email": user.email.as_str(), "firstName": "Ayesha", "lastName": "Silva", "role": role, "isBlocked": is_blocked,
            "lastLogin": last_login, "secondFactor": false, "isYou": is_you})
    };
    let helper = row(staff(StaffRole::Support).user, "support", true, Some("2026-03-04T01:00:00Z"), false);
    assert_eq!(answer.json(), json!([row(admin().user, "owner", false, None, true), helper]));
}

async fn change(outcome: ChangeStaffOutcome, body: &Value) -> (Answer, Answer) {
    let mut shop = Shop::new();
    let (role, removal) = (outcome.clone(), outcome);
    shop.staff.expect_change_role().returning(move |_, role_given, by, _| {
        assert_eq!((role_given, by.user_id), (StaffRole::Content, Some(admin().user.id)));
        Ok(role.clone())
    });
    shop.staff.expect_remove().returning(move |_, _, _| Ok(removal.clone()));
    let shop = shop.open().await;
    let path = "/api/admin/staff/nimali@example.com";
    (shop.answer(put(path, body).by("admin")).await, shop.answer(delete(path).by("admin")).await)
}

#[actix_web::test]
async fn owners_change_and_remove_staff() {
    let body = json!({"role": "content"});
    let (changed, removed) = change(ChangeStaffOutcome::Changed(account(staff(StaffRole::Content).user)), &body).await;
    assert_eq!((changed.status, &changed.json()["role"], removed.status, removed.text().as_str()), (200, &json!("content"), 204, ""));
    for (outcome, status, code) in [
        (ChangeStaffOutcome::NotFound, 404, "staff.not_found"),
        (ChangeStaffOutcome::LastOwner, 409, "staff.last_owner"),
        (ChangeStaffOutcome::OwnersOnly, 403, "auth.role_forbidden"),
    ] {
        let (changed, removed) = change(outcome, &body).await;
        assert_eq!((changed.problem(status), removed.problem(status)), (code.to_owned(), code.to_owned()));
    }
    for wrong in [json!({}), json!({"role": null}), json!({"role": "admin"}), json!({"role": ""})] {
        assert_eq!(change(ChangeStaffOutcome::NotFound, &wrong).await.0.wrong_fields(), ["role"], "{wrong}");
    }
}

fn invitation() -> StaffInvitation {
    StaffInvitation {
        id: InvitationId::parse(ID).unwrap(),
        email: customer().user.email,
        role: StaffRole::Manager,
        invited_by: admin().user.email,
        created_at: moments::now(),
    }
}

fn row() -> Value {
    json!({"id": ID, "email": customer().user.email.as_str(), "role": "manager", "invitedBy": admin().user.email.as_str(),
        "createdAt": "2026-03-04T01:00:00Z", "expiresAt": "2026-03-07T01:00:00Z"})
}

async fn invite(outcome: InviteOutcome, body: &Value) -> Answer {
    let mut shop = Shop::new();
    shop.signer.expect_sign().returning(|_, _| Some(InvitationSecret::new("a-secret".to_owned())));
    shop.invitations.expect_invite().returning(move |_, _| Ok(outcome.clone()));
    shop.answer(post("/api/admin/staff/invitations", body).by("admin")).await
}

#[actix_web::test]
async fn owners_invite() {
    let body = json!({"email": "nimali@example.com", "role": "manager"});
    let answer = invite(InviteOutcome::Invited(invitation()), &body).await;
    let mut expected = row();
    expected["link"] = json!("https://araliya.example/accept-invitation#token=a-secret");
    expected["isMailed"] = json!(true);
    assert_eq!((answer.status, answer.json()), (201, expected));
    assert!(answer.is_personal());
    assert_eq!(invite(InviteOutcome::AlreadyStaff, &body).await.problem(409), "staff.already_staff");
    assert_eq!(invite(InviteOutcome::OwnersOnly, &body).await.problem(403), "auth.role_forbidden");
    assert_eq!(invite(InviteOutcome::AlreadyStaff, &json!({"email": "x", "role": "x"})).await.wrong_fields(), ["email", "role"]);
}

#[actix_web::test]
async fn open_invitations_are_listed_without_links_and_withdrawn() {
    let mut shop = Shop::new();
    shop.invitations.expect_open().returning(|_| Ok(vec![invitation()]));
    shop.invitations.expect_withdraw().returning(|id, _, _| Ok(id.to_string() == ID));
    let shop = shop.open().await;
    assert_eq!(shop.answer(get("/api/admin/staff/invitations").by("admin")).await.json(), json!([row()]));
    assert_eq!(shop.answer(delete(&format!("/api/admin/staff/invitations/{ID}")).by("admin")).await.status, 204);
    for unknown in ["00000000-0000-0000-0000-000000000002", "x"] {
        let answer = shop.answer(delete(&format!("/api/admin/staff/invitations/{unknown}")).by("admin")).await;
        assert_eq!(answer.problem(404), "staff.invitation_not_found");
    }
}

fn finding(customer: Option<UserId>) -> Box<MockStaffInvitations> {
    let mut invitations = Box::new(MockStaffInvitations::new());
    invitations
        .expect_find()
        .returning(move |secret, _| Ok((secret.expose() == "good").then(|| Invited { invitation: invitation(), customer })));
    invitations
}

#[actix_web::test]
async fn an_invitation_shows_what_it_offers() {
    for (account, name) in [(None, "new"), (Some(customer().user.id), "customer")] {
        let shop = Shop { invitations: finding(account), ..Shop::new() }.open().await;
        let answer = shop.answer(post("/api/staff/invitation", &json!({"token": "good"}))).await;
        let expected = json!({"email": customer().user.email.as_str(), "role": "manager", "account": name});
        assert_eq!((answer.status, answer.json()), (200, expected));
        let dead = shop.answer(post("/api/staff/invitation", &json!({"token": "dead"}))).await;
        assert_eq!(dead.problem(422), "staff.invitation_invalid");
        assert_eq!(dead.json()["errors"].as_object().unwrap().keys().collect::<Vec<_>>(), ["token"]);
        for body in [json!({}), json!({"token": ""}), json!({"token": null})] {
            assert_eq!(shop.answer(post("/api/staff/invitation", &body)).await.wrong_fields(), ["token"]);
        }
    }
}

#[actix_web::test]
async fn a_newcomer_accepts_with_names_and_a_password() {
    let mut shop = Shop { invitations: finding(None), ..Shop::new() };
    shop.hasher.expect_hash().returning(|_| Ok(PasswordHash::new("phc".to_owned())));
    shop.sessions.expect_open().returning(|_| Ok(true));
    shop.invitations.expect_accept_new().returning(|_, user, by, _| {
        assert_eq!((by.email.as_ref(), by.request_id.len()), (Some(&user.email), 32));
        Ok(AcceptOutcome::Accepted(staff(StaffRole::Manager).user))
    });
    let shop = shop.open().await;
    let body = json!({"token": "good", "firstName": "Ruwan", "lastName": "Silva", "password": "temple flowers"});
    let answer = shop.answer(post("/api/staff/accept", &body)).await;
    assert!(answer.status == 200 && answer.is_personal(), "{}", answer.text());
    let login = answer.json();
    assert_eq!(
        (&login["user"]["role"], &login["blocked"], &login["token"]),
        (&json!("manager"), &json!(false), &json!("token of Ayesha Silva"))
    );
    let missing = shop.answer(post("/api/staff/accept", &json!({"token": "good", "firstName": " "}))).await;
    assert_eq!(missing.wrong_fields(), ["firstName", "lastName", "password"]);
    let dead = shop.answer(post("/api/staff/accept", &json!({"token": "dead"}))).await;
    assert_eq!(dead.problem(422), "staff.invitation_invalid");
}

#[actix_web::test]
async fn a_customer_accepts_signed_in_as_the_invited_address() {
    let mut shop = Shop { invitations: finding(Some(customer().user.id)), ..Shop::new() };
    shop.sessions.expect_open().returning(|_| Ok(true));
    shop.invitations.expect_accept_as().returning(|_, user, _, _| {
        assert_eq!(user, customer().user.id);
        Ok(AcceptOutcome::Accepted(User { email: sample_users::email(), ..staff(StaffRole::Manager).user }))
    });
    let shop = shop.open().await;
    let accept = || post("/api/staff/accept", &json!({"token": "good"}));
    assert_eq!(shop.answer(accept().by("customer")).await.status, 200);
    for answer in [shop.answer(accept()).await, shop.answer(accept().by("stranger")).await, shop.answer(accept().by("dead")).await] {
        assert_eq!(answer.problem(403), "staff.sign_in_first");
    }
}
