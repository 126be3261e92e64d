//! Accepting invitations, with mocked ports.

use domain::accounts::ports::{
    MockDeviceMarkers, MockInvitationSigner, MockOneTimeCodes, MockPasswordHasher, MockSecondFactorStore, MockSecretCipher,
    MockSessionStore, MockSignInWatch, MockStaffInvitations, MockTokenService, MockUserRepository,
};
use domain::accounts::staff_invitation::StaffInvitation;
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::PasswordHash;
use domain::shared::error::FeatureError as _;
use domain::shared::ids::InvitationId;
use testkit::{moments, sample_users};

use super::*;
use crate::accounts::credential_check::CredentialCheck;
use crate::accounts::second_factor_check::SecondFactorCheck;
use crate::samples::{admin, clock, customer, ids, staff};

fn invited(customer: Option<UserId>) -> Invited {
    let invitation = StaffInvitation {
        id: InvitationId::parse("00000000-0000-0000-0000-000000000001").unwrap(),
        email: sample_users::email(),
        role: StaffRole::Support,
        invited_by: admin().user.email,
        created_at: moments::now(),
    };
    Invited { invitation, customer }
}

fn form() -> NewcomerForm {
    NewcomerForm {
        first_name: sample_users::name("Ruwan"),
        last_name: sample_users::name("Silva"),
        password: Password::choose("temple flowers").unwrap(),
    }
}

async fn accept(
    invitations: MockStaffInvitations,
    who: Option<&Principal>,
    form: Option<NewcomerForm>,
) -> Result<OpenedSession, AcceptInvitationError> {
    let (mut hasher, mut sessions, mut tokens) = (MockPasswordHasher::new(), MockSessionStore::new(), MockTokenService::new());
    hasher.expect_hash().returning(|_| Ok(PasswordHash::new("phc".to_owned())));
    sessions.expect_open().returning(|_| Ok(true));
    tokens.expect_issue().returning(|_, session| Ok(format!("token of {}", session.user_id)));
    let hasher = Arc::new(hasher);
    let sign_in = SignIn {
        users: Arc::new(MockUserRepository::new()),
        check: CredentialCheck {
            hasher: hasher.clone(),
            throttle: None,
            second_factor: SecondFactorCheck {
                store: Arc::new(MockSecondFactorStore::new()),
                cipher: Arc::new(MockSecretCipher::new()),
                codes: Arc::new(MockOneTimeCodes::new()),
            },
            clock: clock(),
        },
        watch: Arc::new(MockSignInWatch::new()),
        signer: Arc::new(MockInvitationSigner::new()),
        devices: Arc::new(MockDeviceMarkers::new()),
        sessions: Arc::new(sessions),
        tokens: Arc::new(tokens),
        ids: ids(),
        clock: clock(),
    };
    let accept = AcceptInvitation { invitations: Arc::new(invitations), hasher, sign_in, ids: ids(), clock: clock() };
    let from = LoginSource { address: [192, 0, 2, 7].into(), device_marker: None, user_agent: None };
    accept.run(who, &InvitationSecret::new("a secret".to_owned()), form, &from, "a request".to_owned()).await
}

/// A store with this invitation, which expects no acceptance.
fn finding(found: Option<Invited>) -> MockStaffInvitations {
    let mut invitations = MockStaffInvitations::new();
    invitations.expect_find().withf(|secret, now| secret.expose() == "a secret" && *now == moments::now()).return_once(|_, _| Ok(found));
    invitations
}

#[tokio::test]
async fn a_newcomer_gets_an_account_and_a_session() {
    let found = invited(None);
    let email = found.invitation.email.clone();
    let mut invitations = finding(Some(found));
    let made = staff(StaffRole::Support).user;
    let answer = made.clone();
    invitations
        .expect_accept_new()
        .withf(move |_, user, by, _| {
            let is_audited = by.user_id == Some(user.id) && by.email.as_ref() == Some(&email) && by.request_id == "a request";
            is_audited && user.email == email && user.password_hash.is_some() && user.mail.is_some()
        })
        .once()
        .returning(move |_, _, _, _| Ok(AcceptOutcome::Accepted(answer.clone())));
    let opened = accept(invitations, None, Some(form())).await.unwrap();
    assert_eq!((opened.user.staff_role, opened.token), (Some(StaffRole::Support), format!("token of {}", made.id)));
}

#[tokio::test]
async fn a_newcomer_gives_details() {
    let refused = accept(finding(Some(invited(None))), None, None).await.unwrap_err();
    assert!(matches!(refused, AcceptInvitationError::DetailsNeeded));
}

#[tokio::test]
async fn a_customer_accepts_signed_in_without_details() {
    let who = customer();
    let mut invitations = finding(Some(invited(Some(who.user.id))));
    let (id, answer) = (who.user.id, staff(StaffRole::Support).user);
    invitations
        .expect_accept_as()
        .withf(move |_, customer, by, _| *customer == id && by.user_id == Some(id))
        .once()
        .returning(move |_, _, _, _| Ok(AcceptOutcome::Accepted(answer.clone())));
    assert!(accept(invitations, Some(&who), None).await.is_ok());
}

#[tokio::test]
async fn an_account_of_the_address_is_asked_to_sign_in() {
    for who in [None, Some(customer())] {
        let found = finding(Some(invited(Some(customer().user.id))));
        let refused = accept(found, who.as_ref(), Some(form())).await.unwrap_err();
        assert_eq!(refused.code(), "staff.sign_in_first");
    }
}

#[tokio::test]
async fn a_dead_link_is_refused_before_anything_is_hashed() {
    let refused = accept(finding(None), None, Some(form())).await.unwrap_err();
    assert_eq!(refused.code(), "staff.invitation_invalid");
}

#[tokio::test]
async fn a_link_used_meanwhile_and_an_address_registered_meanwhile_are_refused() {
    for (outcome, code) in [(AcceptOutcome::DeadLink, "staff.invitation_invalid"), (AcceptOutcome::SignInFirst, "staff.sign_in_first")] {
        let mut invitations = finding(Some(invited(None)));
        invitations.expect_accept_new().return_once(move |_, _, _, _| Ok(outcome));
        assert_eq!(accept(invitations, None, Some(form())).await.unwrap_err().code(), code);
    }
}
