//! Attempts are admitted before they are compared, and their results are counted.

use super::*;

#[tokio::test]
async fn an_attempt_is_admitted_before_its_password_is_compared_and_settled_before_it_is_answered() {
    let (mut ports, mut order) = (Ports::idle(), Sequence::new());
    ports.users.expect_credentials().once().returning(|_| Ok(None));
    ports.throttle.expect_admit().once().in_sequence(&mut order).returning(|_, now| Ok(Admission::Admitted(now)));
    ports.hasher.expect_verify().once().in_sequence(&mut order).returning(|_, _| Ok(PasswordMatch::Wrong));
    ports.throttle.expect_settle().once().in_sequence(&mut order).returning(|_, _, _, _| Ok(()));
    assert!(matches!(ports.sign_in().await, Err(SignInError::WrongCredentials)));
}

#[tokio::test]
async fn an_attempt_that_was_not_compared_is_no_failure() {
    for settled in [true, false] {
        let mut ports = Ports::idle();
        ports.admitting();
        ports.users.expect_credentials().returning(|_| Ok(None));
        ports.hasher.expect_verify().returning(|_, _| Err(PortError::unavailable("too many wait")));
        let settle = ports.throttle.expect_settle().withf(|_, _, result, _| *result == AttemptResult::NotCompared).once();
        settle.returning(move |_, _, _, _| if settled { Ok(()) } else { Err(PortError::internal("broken")) });
        assert_eq!(ports.sign_in().await.unwrap_err().kind(), ErrorKind::Unavailable);
    }
}

#[tokio::test]
async fn a_failure_that_cannot_be_counted_does_not_change_the_answer() {
    for matched in [PasswordMatch::Wrong, PasswordMatch::Right] {
        let mut ports = Ports::knowing(Some(customer().user), matched);
        ports.throttle.expect_settle().once().returning(|_, _, _, _| Err(away()));
        assert_eq!(ports.sign_in().await.unwrap_err().kind(), ErrorKind::Unavailable);
    }
}

#[tokio::test]
async fn without_limits_nothing_is_counted() {
    let mut ports = Ports::idle();
    ports.users.expect_credentials().times(20).returning(|_| Ok(None));
    ports.hasher.expect_verify().times(20).returning(|_, _| Ok(PasswordMatch::Wrong));
    let sign_in = ports.wired(false);
    for _ in 0..20 {
        let refused = sign_in.run(&EmailAddress::parse("a@b.lk").unwrap(), &Password::given("guess".into()), None, &source(None)).await;
        assert!(matches!(refused, Err(SignInError::WrongCredentials)));
    }
}
