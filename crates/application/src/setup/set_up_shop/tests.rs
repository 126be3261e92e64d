//! Setting up shops, with mocked ports.

use domain::accounts::ports::{
    MockDeviceMarkers, MockInvitationSigner, MockOneTimeCodes, MockPasswordHasher, MockSecondFactorStore, MockSecretCipher,
    MockSessionStore, MockSignInWatch, MockTokenService, MockUserRepository,
};
use domain::accounts::user::PasswordHash;
use domain::setup::ports::{MockSetupStore, MockShopFounder};
use domain::shared::error::{ErrorKind, FeatureError as _};
use testkit::{moments, sample_users};

use super::*;
use crate::accounts::credential_check::CredentialCheck;
use crate::accounts::second_factor_check::SecondFactorCheck;
use crate::samples::{away, clock, ids, registered};

fn secret() -> SetupSecret {
    SetupSecret::new("a secret".to_owned())
}

fn form() -> SetupForm {
    SetupForm {
        email: sample_users::email(),
        first_name: sample_users::name("Ruwani"),
        last_name: sample_users::name("Silva"),
        password: Password::choose("temple flowers").unwrap(),
        shop_name: ShopName::parse("Kiri Cosmetics").unwrap(),
        data: ShopData::Empty,
    }
}

fn sign_in(opens: bool) -> SignIn {
    let (mut sessions, mut tokens) = (MockSessionStore::new(), MockTokenService::new());
    sessions.expect_open().returning(move |_| Ok(opens));
    tokens.expect_issue().returning(|_, session| Ok(format!("token of {}", session.user_id)));
    SignIn {
        users: Arc::new(MockUserRepository::new()),
        check: CredentialCheck {
            hasher: Arc::new(MockPasswordHasher::new()),
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
    }
}

async fn set_up(link: SetupLinkState, founder: MockShopFounder, opens: bool) -> Result<OpenedSession, SetUpShopError> {
    let (mut store, mut hasher) = (MockSetupStore::new(), MockPasswordHasher::new());
    store.expect_link_state().withf(|secret| secret.expose() == "a secret").return_once(move |_| Ok(link));
    hasher.expect_hash().times(usize::from(link == SetupLinkState::Good)).returning(|_| Ok(PasswordHash::new("phc".to_owned())));
    let set_up = SetUpShop {
        state: SetupState::new(Arc::new(store)),
        founder: Arc::new(founder),
        hasher: Arc::new(hasher),
        sign_in: sign_in(opens),
        ids: ids(),
        clock: clock(),
    };
    let from = LoginSource { address: [192, 0, 2, 7].into(), device_marker: None, user_agent: None };
    let watcher: SetupWatcher = Arc::new(|_| {});
    set_up.run(secret(), form(), &watcher, &from, "a request".to_owned()).await
}

/// A founder with this outcome.
fn founding(outcome: FoundingOutcome) -> MockShopFounder {
    let mut founder = MockShopFounder::new();
    founder.expect_found_shop().once().return_once(move |_, _| Ok(outcome));
    founder
}

#[tokio::test]
async fn the_first_owner_is_written_and_signed_in() {
    let mut founder = MockShopFounder::new();
    let right = |shop: &NewShop, _: &SetupWatcher| {
        let owner = &shop.owner;
        let by = Actor { user_id: Some(owner.id), email: Some(owner.email.clone()), request_id: "a request".to_owned() };
        assert_eq!((owner.user_type, owner.staff_role), (UserType::Admin, Some(StaffRole::Owner)));
        assert_eq!((owner.password_hash.as_ref().map(PasswordHash::as_str), owner.created_at), (Some("phc"), moments::now()));
        assert_eq!((&shop.by, shop.name.as_str(), shop.data, shop.secret.expose()), (&by, "Kiri Cosmetics", ShopData::Empty, "a secret"));
        assert!(owner.sends_verification);
        true
    };
    founder.expect_found_shop().withf(right).once().returning(|shop, _| Ok(FoundingOutcome::Founded(registered(shop.owner.clone()))));
    let opened = set_up(SetupLinkState::Good, founder, true).await.unwrap();
    assert_eq!((opened.token, opened.device_marker), (format!("token of {}", opened.user.id), None));
}

#[tokio::test]
async fn a_wrong_link_or_a_closed_set_up_costs_no_hash() {
    let refused = set_up(SetupLinkState::Wrong, MockShopFounder::new(), true).await.unwrap_err();
    assert_eq!((refused.kind(), refused.code()), (ErrorKind::Forbidden, "setup.link_invalid"));
    let refused = set_up(SetupLinkState::Closed, MockShopFounder::new(), true).await.unwrap_err();
    assert_eq!((refused.kind(), refused.code()), (ErrorKind::NotFound, "setup.closed"));
}

#[tokio::test]
async fn what_happens_meanwhile_is_a_refusal() {
    for (outcome, kind, code) in [
        (FoundingOutcome::Closed, ErrorKind::NotFound, "setup.closed"),
        (FoundingOutcome::WrongLink, ErrorKind::Forbidden, "setup.link_invalid"),
        (FoundingOutcome::EmailTaken, ErrorKind::Conflict, "user.email_taken"),
    ] {
        let refused = set_up(SetupLinkState::Good, founding(outcome), true).await.unwrap_err();
        assert_eq!((refused.kind(), refused.code()), (kind, code));
    }
}

#[tokio::test]
async fn failures_are_told_apart_by_what_they_left() {
    let mut founder = MockShopFounder::new();
    founder.expect_found_shop().returning(|_, _| Err(away()));
    let failed = set_up(SetupLinkState::Good, founder, true).await.unwrap_err();
    assert_eq!((failed.kind(), failed.code()), (ErrorKind::Unavailable, "service.unavailable"));
    let founded = founding(FoundingOutcome::Founded(registered(sample_users::admin())));
    let failed = set_up(SetupLinkState::Good, founded, false).await.unwrap_err();
    assert_eq!((failed.kind(), failed.code()), (ErrorKind::Unavailable, "setup.no_session"));
}
