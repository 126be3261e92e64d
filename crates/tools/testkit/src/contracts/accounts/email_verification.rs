//! The contract of [`domain::accounts::ports::EmailVerifier`], and of the mail that a registration queues.

use domain::accounts::email_verification;
use domain::accounts::email_verification::EmailClaim;
use domain::accounts::ports::{RegisterUserError, VerifyEmailError};
use domain::accounts::user::{NewUser, User};
use domain::messages::mail_message::MailMessage;
use domain::messages::outbox::TakenMail;
use domain::shared::ids::UserId;

use crate::contracts::Shop;
use crate::{moments, sample_users, unique};

/// A new customer with the mail of the registration.
fn newcomer() -> NewUser {
    NewUser { sends_verification: true, ..sample_users::customer() }
}

async fn due(shop: &Shop) -> Vec<TakenMail> {
    shop.outbox.take_due(moments::now(), 10).await.unwrap()
}

fn claim_of(user: &User) -> EmailClaim {
    EmailClaim { user: user.id, email: user.email.clone(), until: moments::now() + email_verification::VALID_FOR }
}

/// With the claim of the new account.
pub async fn a_registration_queues_the_link(shop: &Shop) {
    let user = shop.register(newcomer()).await;
    assert!(!user.email_verified);
    let taken = due(shop).await;
    assert_eq!(taken.len(), 1);
    assert_eq!((&taken[0].to, &taken[0].message), (&Some(user.email.clone()), &MailMessage::Verify(claim_of(&user))));
}

/// A refused registration leaves nothing.
pub async fn a_taken_address_is_sent_no_link(shop: &Shop) {
    let first = shop.customer().await;
    let second = NewUser { email: first.email, ..newcomer() };
    assert!(matches!(shop.users.create(&second).await, Err(RegisterUserError::EmailTaken)));
    assert_eq!(due(shop).await, []);
}

/// Once and for all; the user's own answers say so.
pub async fn a_claim_verifies_the_address(shop: &Shop) {
    let user = shop.customer().await;
    for _ in 0..2 {
        let verified = shop.verifier.verify(&claim_of(&user), moments::now()).await.unwrap();
        assert_eq!(verified, User { email_verified: true, ..user.clone() });
    }
    assert_eq!(shop.user_directory.by_email(&user.email).await.unwrap().map(|user| user.email_verified), Some(true));
    let session = shop.session(&user).await;
    let principal = shop.sessions.authenticate(session.id, user.id, moments::now()).await.unwrap().unwrap();
    assert!(principal.user.email_verified);
}

/// Neither a deleted account, nor one with another address, nor a blocked one.
pub async fn a_claim_of_another_account_verifies_nothing(shop: &Shop) {
    let (user, other) = (shop.customer().await, shop.customer().await);
    let gone = EmailClaim { user: UserId::new(unique::uuid()), ..claim_of(&user) };
    let moved = EmailClaim { email: other.email.clone(), ..claim_of(&user) };
    for claim in [gone, moved] {
        assert!(matches!(shop.verifier.verify(&claim, moments::now()).await, Err(VerifyEmailError::InvalidLink)));
    }
    shop.users.set_blocked(&other.email, true, &sample_users::actor(), moments::now()).await.unwrap();
    assert!(matches!(shop.verifier.verify(&claim_of(&other), moments::now()).await, Err(VerifyEmailError::InvalidLink)));
    for email in [user.email, other.email] {
        assert!(!shop.user_directory.by_email(&email).await.unwrap().unwrap().email_verified);
    }
}
