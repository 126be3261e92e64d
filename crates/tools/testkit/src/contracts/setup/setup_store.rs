//! The contract of [`domain::setup::ports::SetupStore`]: which link sets up the shop, and that it does so once.

use domain::accounts::actor::Actor;
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::{NewUser, User};
use domain::setup::ports::{FoundingOutcome, SetupLinkState};
use domain::setup::setup_link::SetupSecret;

use crate::contracts::Shop;
use crate::contracts::accounts::staff::audited;
use crate::{moments, sample_users, unique};

/// A new link of the shop.
async fn link(shop: &Shop) -> SetupSecret {
    let secret = SetupSecret::new(unique::tag());
    assert!(shop.setup.renew_link(&secret, moments::now()).await.unwrap());
    secret
}

async fn found(shop: &Shop, secret: &SetupSecret) -> FoundingOutcome {
    found_by(shop, secret, NewUser { sends_verification: true, ..sample_users::admin() }).await
}

async fn found_by(shop: &Shop, secret: &SetupSecret, owner: NewUser) -> FoundingOutcome {
    let by = Actor { user_id: Some(owner.id), email: Some(owner.email.clone()), request_id: unique::tag() };
    shop.setup.found(secret, &owner, &by).await.unwrap()
}

#[track_caller]
fn owner(outcome: FoundingOutcome) -> User {
    match outcome {
        FoundingOutcome::Founded(owner) => owner,
        other => panic!("not founded: {other:?}"),
    }
}

/// A shop without a link waits for nothing; a new link replaces the former one.
pub async fn the_newest_link_is_good(shop: &Shop) {
    assert!(!shop.setup.is_open().await.unwrap(), "there is no link yet");
    let first = link(shop).await;
    assert!(shop.setup.is_open().await.unwrap());
    let second = link(shop).await;
    assert_eq!(shop.setup.link_state(&first).await.unwrap(), SetupLinkState::Wrong);
    assert_eq!(shop.setup.link_state(&second).await.unwrap(), SetupLinkState::Good);
    assert_eq!(found(shop, &first).await, FoundingOutcome::WrongLink);
    assert!(shop.setup.is_open().await.unwrap(), "nothing was written");
}

/// The first owner is written with the mail and the audit entry, and no link sets up the shop again.
pub async fn the_first_owner_closes_the_set_up(shop: &Shop) {
    let secret = link(shop).await;
    let owner = owner(found(shop, &secret).await);
    assert_eq!(
        (owner.staff_role, shop.user_directory.by_email(&owner.email).await.unwrap()),
        (Some(StaffRole::Owner), Some(owner.clone()))
    );
    let mails = shop.outbox.take_due(moments::now(), 10).await.unwrap();
    assert_eq!((mails.len(), &mails[0].to), (1, &Some(owner.email.clone())));
    let entries = audited(shop, &owner.id.to_string()).await;
    assert!(entries.len() == 1 && entries[0].starts_with("create") && !entries[0].contains(secret.expose()), "{entries:?}");
    is_closed(shop, &secret).await;
}

/// Of several set-ups at once one writes its owner, and the others find the shop closed.
pub async fn set_ups_at_once_make_one_owner(shop: &Shop) {
    let secret = link(shop).await;
    let all = (0..6).map(|_| {
        let (shop, secret) = (shop.clone(), secret.clone());
        tokio::spawn(async move { found(&shop, &secret).await })
    });
    let outcomes = futures_util::future::try_join_all(all).await.unwrap();
    assert_eq!(outcomes.iter().filter(|o| matches!(o, FoundingOutcome::Founded(_))).count(), 1, "{outcomes:?}");
    assert_eq!(outcomes.iter().filter(|o| **o == FoundingOutcome::Closed).count(), 5, "{outcomes:?}");
}

/// An administrator of the command line closes the set-up too, also while it runs.
pub async fn any_administrator_closes_the_set_up(shop: &Shop) {
    let secret = link(shop).await;
    let admin = sample_users::admin();
    shop.users.create_admin(&admin, &sample_users::operator()).await.unwrap();
    is_closed(shop, &secret).await;
}

/// An address that a customer has registered writes nothing, and the link stays good.
pub async fn a_taken_address_leaves_the_link_good(shop: &Shop) {
    let (secret, customer) = (link(shop).await, shop.customer().await);
    let owner = NewUser { email: customer.email.clone(), ..sample_users::admin() };
    assert_eq!(found_by(shop, &secret, owner).await, FoundingOutcome::EmailTaken);
    assert_eq!(shop.user_directory.by_email(&customer.email).await.unwrap(), Some(customer));
    assert!(!shop.user_directory.any_admin().await.unwrap());
    assert_eq!(shop.setup.link_state(&secret).await.unwrap(), SetupLinkState::Good);
}

async fn is_closed(shop: &Shop, secret: &SetupSecret) {
    assert!(!shop.setup.is_open().await.unwrap());
    assert_eq!(shop.setup.link_state(secret).await.unwrap(), SetupLinkState::Closed);
    assert_eq!(found(shop, secret).await, FoundingOutcome::Closed);
    assert!(!shop.setup.renew_link(&SetupSecret::new(unique::tag()), moments::now()).await.unwrap());
}
