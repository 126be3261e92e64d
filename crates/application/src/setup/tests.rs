//! Setting up shops, with mocked ports.

use domain::accounts::ports::{
    MockDeviceTokens, MockInvitationSigner, MockOneTimeCodes, MockPasswordHasher, MockSecondFactorStore, MockSecretCipher,
    MockSessionStore, MockSignInWatch, MockTokenService, MockUserRepository,
};
use domain::accounts::user::PasswordHash;
use domain::content::repository::MockContentRepository;
use domain::setup::{MockSetupRepository, MockShopCreator};
use domain::shared::error::{ErrorKind, FeatureError as _};
use testkit::{moments, sample_users};

use super::*;
use crate::accounts::credential_check::CredentialCheck;
use crate::accounts::second_factor_check::SecondFactorCheck;
use crate::catalog::catalogue_follower::CatalogueVersion;
use crate::content::current_content::ShopDetails;
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
    sessions.expect_open().returning(move |_, _| Ok(opens));
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
        devices: Arc::new(MockDeviceTokens::new()),
        sessions: Arc::new(sessions),
        tokens: Arc::new(tokens),
        ids: ids(),
        clock: clock(),
    }
}

async fn set_up(creator: MockShopCreator, opens: bool) -> Result<OpenedSession, SetupError> {
    let (mut repository, mut hasher) = (MockSetupRepository::new(), MockPasswordHasher::new());
    repository.expect_check_link().returning(|secret| if secret.expose() == "a secret" { Ok(()) } else { Err(SetupError::WrongLink) });
    hasher.expect_hash().returning(|_| Ok(PasswordHash::new("phc".to_owned())));
    let set_up = SetUpShop {
        state: SetupState::new(Arc::new(repository)),
        creator: Arc::new(creator),
        content: content(configured("+94 11 234 5678", "hello@kiri.example")),
        hasher: Arc::new(hasher),
        sign_in: sign_in(opens),
        ids: ids(),
        clock: clock(),
    };
    let from = LoginSource { address: [192, 0, 2, 7].into(), device_token: None, user_agent: None };
    let watcher: SetupWatcher = Arc::new(|_| {});
    set_up.run(secret(), form(), &watcher, &from, "a request".to_owned()).await
}

fn content(configured: ShopDetails) -> CurrentContent {
    CurrentContent::new(Arc::new(MockContentRepository::new()), CatalogueVersion::default(), configured)
}

fn configured(phone: &str, email: &str) -> ShopDetails {
    ShopDetails {
        name: "Araliya".to_owned(),
        phone: phone.to_owned(),
        email: email.to_owned(),
        address: "8 Lake Road".to_owned(),
        opening_hours: String::new(),
        time_zone: String::new(),
    }
}

#[tokio::test]
async fn the_first_owner_is_written_and_signed_in() {
    let mut creator = MockShopCreator::new();
    let right = |shop: &NewShop, _: &SetupWatcher| {
        let owner = &shop.owner;
        let by = Actor { user_id: Some(owner.id), email: Some(owner.email.clone()), request_id: "a request".to_owned() };
        assert_eq!((owner.user_type, owner.staff_role), (UserType::Admin, Some(StaffRole::Owner)));
        assert_eq!((owner.password_hash.as_ref().map(PasswordHash::as_str), owner.created_at), (Some("phc"), moments::now()));
        assert_eq!((&shop.by, shop.name.as_str(), shop.data, shop.secret.expose()), (&by, "Kiri Cosmetics", ShopData::Empty, "a secret"));
        assert_eq!((&shop.identity.name, &shop.identity.seen, &shop.identity.by), (&DocumentName::Identity, &None, &by));
        assert!(owner.sends_verification);
        true
    };
    creator.expect_create_shop().withf(right).once().returning(|shop, _| Ok(registered(shop.owner.clone())));
    let opened = set_up(creator, true).await.unwrap();
    assert_eq!((opened.token, opened.device_token), (format!("token of {}", opened.user.id), None));
}

#[tokio::test]
async fn a_shop_without_a_session_for_its_owner_is_set_up_nevertheless() {
    let mut creator = MockShopCreator::new();
    creator.expect_create_shop().once().returning(|shop, _| Ok(registered(shop.owner.clone())));
    let failed = set_up(creator, false).await.unwrap_err();
    assert_eq!((failed.kind(), failed.code()), (ErrorKind::Unavailable, "setup.no_session"));
}

#[test]
fn a_shop_has_the_chosen_name_and_an_empty_one_its_owners_address() {
    let owner = sample_users::email();
    for (data, email, expected) in [
        (ShopData::Demo, "hello@kiri.example", "hello@kiri.example"),
        (ShopData::Demo, "hello@araliya.example", owner.as_str()),
        (ShopData::Empty, "hello@kiri.example", owner.as_str()),
    ] {
        let content = content(configured("+94 11 234 5678", email));
        let body = content.identity_of_new_shop(&form().shop_name, &owner, data).unwrap().value();
        assert_eq!((&body["name"], &body["email"]), (&"Kiri Cosmetics".into(), &expected.into()));
        assert_eq!((&body["phone"], &body["address"]), (&"".into(), &"8 Lake Road".into()));
    }
    let broken = content(configured("call us", ""));
    assert!(broken.identity_of_new_shop(&form().shop_name, &owner, ShopData::Demo).is_err());
}

#[tokio::test]
async fn a_shop_that_was_set_up_is_not_asked_for_again() {
    let mut repository = MockSetupRepository::new();
    let mut answers = vec![Ok(false), Ok(true), Err(away()), Ok(true)];
    repository.expect_is_open().times(4).returning(move || answers.pop().unwrap());
    let state = SetupState::new(Arc::new(repository));
    for expected in [Some(true), None, Some(true), Some(false), Some(false), Some(false)] {
        assert_eq!(state.clone().is_open().await.ok(), expected);
    }
    assert!(matches!(state.check_link(&secret()).await, Err(SetupError::Closed)), "without asking the repository");
}
