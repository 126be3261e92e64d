//! The origin of an attempt: a device that is recognised by its token, or an address.

use super::*;

/// The origin for which an attempt to sign in as `user` counts, when the browser sends a token of the account `owner`.
async fn origin_of(user: Option<User>, owner: Option<UserId>) -> Origin {
    let mut ports = Ports::idle();
    ports.users.expect_credentials().returning(move |_| Ok(user.clone().map(|user| Credentials { user, password_hash: None })));
    ports.hasher.expect_verify().returning(|_, _| Ok(PasswordMatch::Wrong));
    let (told, seen) = std::sync::mpsc::channel();
    ports.throttle.expect_admit().once().returning(move |attempt, now| {
        told.send(attempt.origin).unwrap();
        Ok(Admission::Admitted(now))
    });
    ports.settling(AttemptResult::Failed);
    ports.devices.expect_read().returning(move |text| {
        assert_eq!(text, "a token");
        owner.map(|user| (user, device()))
    });
    assert!(matches!(ports.sign_in_with(Some("a token")).await, Err(SignInError::WrongCredentials)));
    seen.recv().unwrap()
}

fn device() -> DeviceId {
    DeviceId::new(UserId::uuid(customer().user.id))
}

#[tokio::test]
async fn a_device_is_known_by_its_token_and_to_its_own_account_alone() {
    let user = customer().user;
    let elsewhere = Origin::Block(AddressBlock::of([192, 0, 2, 7].into()));
    let device = DeviceId::new(UserId::uuid(user.id));
    let mut ports = Ports::knowing(Some(user.clone()), PasswordMatch::Right).opening_a_session(true);
    ports.devices.expect_read().returning(move |_| Some((user.id, device)));
    let signed_in = ports.sign_in_with(Some("a token")).await.unwrap();
    assert_eq!(signed_in.device_token, Some(format!("{device} of {}", signed_in.user.id)), "the device keeps its id");

    let user = customer().user;
    assert!(matches!(origin_of(Some(user.clone()), Some(user.id)).await, Origin::KnownDevice(_)));
    assert_eq!(origin_of(Some(user.clone()), Some(customer().user.id)).await, elsewhere, "another account's");
    assert_eq!(origin_of(Some(user.clone()), None).await, elsewhere, "forged, or too old");
    assert_eq!(origin_of(None, Some(user.id)).await, elsewhere, "an unknown account");
}
