//! Who is told of changes of staff: the person, and every other owner. Part of the contracts of [`domain::accounts::ports::StaffAccounts`]
//! and [`domain::accounts::ports::UserRepository`].

use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::User;
use domain::messages::security_notice::{SecurityEvent, StaffChange};
use domain::shared::email::EmailAddress;

use super::staff::{by, member};
use super::staff_invitations::{invite, join, join_as};
use super::users::notices;
use crate::contracts::Shop;
use crate::{moments, sample_users};

/// The notices that are due, by recipient; they are taken.
async fn told(shop: &Shop) -> Vec<(Option<EmailAddress>, SecurityEvent)> {
    let mut told = notices(shop, moments::seconds_later(60)).await;
    told.sort_by_key(|(to, _)| to.clone());
    told
}

/// A notice to the person, and one to each of these owners.
fn notices_of(user: &User, change: StaffChange, owners: &[&User]) -> Vec<(Option<EmailAddress>, SecurityEvent)> {
    let of_owner = |owner: &&User| (Some(owner.email.clone()), SecurityEvent::StaffAccount { email: user.email.clone(), change });
    let own = (Some(user.email.clone()), SecurityEvent::OwnStaffAccount(change));
    let mut all: Vec<_> = owners.iter().map(of_owner).chain([own]).collect();
    all.sort_by_key(|(to, _)| to.clone());
    all
}

/// The person is told although the account cannot sign in any more; another owner who is blocked is not told.
pub async fn staff_who_are_blocked_and_the_other_owners_are_told(shop: &Shop) {
    let (one, two, third) =
        (member(shop, StaffRole::Owner).await, member(shop, StaffRole::Owner).await, member(shop, StaffRole::Owner).await);
    let helper = member(shop, StaffRole::Support).await;
    let set = async |user: &User, blocked: bool, second: i64| {
        shop.users.set_blocked(&user.email, blocked, &by(&one), moments::seconds_later(second)).await.unwrap()
    };
    set(&two, true, 0).await;
    assert_eq!(told(shop).await, notices_of(&two, StaffChange::Blocked, &[&one, &third]));
    set(&two, true, 1).await;
    assert_eq!(told(shop).await, [], "the account is blocked already");
    set(&helper, true, 2).await;
    assert_eq!(told(shop).await, notices_of(&helper, StaffChange::Blocked, &[&one, &third]));
    set(&helper, false, 3).await;
    assert_eq!(told(shop).await, notices_of(&helper, StaffChange::Unblocked, &[&one, &third]));
    set(&helper, true, 4).await;
    assert_eq!(told(shop).await, notices_of(&helper, StaffChange::Blocked, &[&one, &third]), "each change is told");
    set(&shop.customer().await, true, 5).await;
    assert_eq!(told(shop).await, [], "a customer is no staff");
}

/// A new owner and one who was an owner are told of their own account alone.
pub async fn staff_with_another_role_or_none_and_the_other_owners_are_told(shop: &Shop) {
    let (one, two, helper) =
        (member(shop, StaffRole::Owner).await, member(shop, StaffRole::Owner).await, member(shop, StaffRole::Content).await);
    let change = async |user: &User, role: StaffRole, second: i64| {
        shop.staff.change_role(&user.email, role, &by(&one), moments::seconds_later(second)).await.unwrap()
    };
    change(&helper, StaffRole::Owner, 0).await;
    assert_eq!(told(shop).await, notices_of(&helper, StaffChange::Role(StaffRole::Owner), &[&one, &two]));
    change(&two, StaffRole::Manager, 1).await;
    assert_eq!(told(shop).await, notices_of(&two, StaffChange::Role(StaffRole::Manager), &[&one, &helper]));
    change(&two, StaffRole::Manager, 2).await;
    assert_eq!(told(shop).await, [], "it is the same role");
    shop.staff.remove(&helper.email, &by(&one), moments::seconds_later(3)).await.unwrap();
    assert_eq!(told(shop).await, notices_of(&helper, StaffChange::Removed, &[&one]));
    shop.users.delete(&two.email, &by(&one), moments::seconds_later(4)).await.unwrap();
    assert_eq!(told(shop).await, notices_of(&two, StaffChange::Deleted, &[&one]));
    shop.users.delete(&helper.email, &by(&one), moments::seconds_later(5)).await.unwrap();
    assert_eq!(told(shop).await, [], "it is a customer by now");
}

/// Also the owner who sent the invitation: a thief of an owner's session would invite an accomplice.
pub async fn owners_are_told_of_who_joins(shop: &Shop) {
    let (one, two) = (member(shop, StaffRole::Owner).await, member(shop, StaffRole::Owner).await);
    let (email, customer) = (sample_users::email(), shop.customer().await);
    let (_, secret) = invite(shop, &one, &email, StaffRole::Owner).await;
    let (_, other_secret) = invite(shop, &one, &customer.email, StaffRole::Support).await;
    assert_eq!(told(shop).await, [], "nobody has joined yet");
    let of_owners = |email: &EmailAddress, role: StaffRole, owners: &[&User]| {
        let change = StaffChange::Role(role);
        let event = SecurityEvent::StaffAccount { email: email.clone(), change };
        let mut all: Vec<_> = owners.iter().map(|owner| (Some(owner.email.clone()), event.clone())).collect();
        all.sort_by_key(|(to, _)| to.clone());
        all
    };
    let third = join(shop, &secret).await.unwrap();
    assert_eq!(told(shop).await, of_owners(&email, StaffRole::Owner, &[&one, &two]));
    join_as(shop, &other_secret, &customer).await.unwrap();
    assert_eq!(told(shop).await, of_owners(&customer.email, StaffRole::Support, &[&one, &two, &third]));
}
