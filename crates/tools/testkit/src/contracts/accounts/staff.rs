//! The contract of [`domain::accounts::ports::StaffAccounts`]: who changes staff, and the owner that stays.

use domain::accounts::actor::Actor;
use domain::accounts::ports::{DeleteUserError, SetUserBlockedError, StaffAccount, StaffError};
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::{User, UserType};
use domain::reports::audit_log::{AuditQuery, AuditedId};

use crate::contracts::Shop;
use crate::{moments, sample_users};

pub(super) async fn member(shop: &Shop, role: StaffRole) -> User {
    shop.register(sample_users::staff(role)).await
}

/// This user with a request.
pub(super) fn by(user: &User) -> Actor {
    Actor::user(user, "a request".to_owned())
}

async fn change(shop: &Shop, user: &User, role: StaffRole, by: &Actor) -> Result<StaffAccount, StaffError> {
    shop.staff.change_role(&user.email, role, by, moments::now()).await
}

async fn remove(shop: &Shop, user: &User, by: &Actor) -> Result<StaffAccount, StaffError> {
    shop.staff.remove(&user.email, by, moments::now()).await
}

fn changed(outcome: Result<StaffAccount, StaffError>) -> User {
    outcome.unwrap().user
}

async fn present(shop: &Shop, user: &User) -> User {
    shop.user_directory.by_email(&user.email).await.unwrap().unwrap()
}

/// The entries of the audit log about one thing, as text, newest first.
pub(in crate::contracts) async fn audited(shop: &Shop, id: &str) -> Vec<String> {
    let query = AuditQuery { entity_id: AuditedId::parse(id).ok(), ..AuditQuery::default() };
    let page = shop.audit_log.list(&query).await.unwrap();
    let text = |entry: domain::reports::audit_log::AuditEntry| {
        let (before, after) = (entry.before.map(|values| values.0), entry.after.map(|values| values.0));
        format!("{} {before:?} {after:?}", entry.action.as_str())
    };
    page.items.into_iter().map(text).collect()
}

/// Another role ends the sessions, and is in the audit log; the same role changes nothing.
pub async fn another_role_ends_sessions(shop: &Shop) {
    let (owner, helper) = (member(shop, StaffRole::Owner).await, member(shop, StaffRole::Support).await);
    let session = shop.session(&helper).await;
    assert_eq!(changed(change(shop, &helper, StaffRole::Support, &by(&owner)).await), present(shop, &helper).await);
    assert!(shop.is_in(&session).await && audited(shop, &helper.id.to_string()).await.is_empty());
    let promoted = changed(change(shop, &helper, StaffRole::Manager, &by(&owner)).await);
    assert_eq!((promoted.staff_role, promoted.user_type), (Some(StaffRole::Manager), UserType::Admin));
    assert_eq!(promoted, present(shop, &helper).await);
    assert!(!shop.is_in(&session).await);
    let entries = audited(shop, &helper.id.to_string()).await;
    assert!(entries.len() == 1 && entries[0].starts_with("update") && entries[0].contains("support") && entries[0].contains("manager"));
}

/// A removed member is a customer with the same account.
pub async fn a_removed_member_is_a_customer_again(shop: &Shop) {
    let (owner, helper) = (member(shop, StaffRole::Owner).await, member(shop, StaffRole::Fulfilment).await);
    let session = shop.session(&helper).await;
    let removed = changed(remove(shop, &helper, &by(&owner)).await);
    assert_eq!(removed, User { user_type: UserType::Customer, staff_role: None, ..present(shop, &helper).await });
    assert!(removed.id == helper.id && !shop.is_in(&session).await);
    assert!(audited(shop, &helper.id.to_string()).await[0].starts_with("demote"));
    assert!(matches!(remove(shop, &helper, &by(&owner)).await, Err(StaffError::NotFound)));
    let customer = shop.customer().await;
    assert!(matches!(change(shop, &customer, StaffRole::Owner, &by(&owner)).await, Err(StaffError::NotFound)));
}

/// Every role but the owner's changes customers alone, and so does an owner who was demoted or blocked.
pub async fn only_owners_change_staff(shop: &Shop) {
    let (owner, target) = (member(shop, StaffRole::Owner).await, member(shop, StaffRole::Content).await);
    let mut actors = Vec::new();
    for role in [StaffRole::Manager, StaffRole::Fulfilment, StaffRole::Support, StaffRole::Content] {
        actors.push(member(shop, role).await);
    }
    let (demoted, blocked) = (member(shop, StaffRole::Owner).await, member(shop, StaffRole::Owner).await);
    changed(change(shop, &demoted, StaffRole::Manager, &by(&owner)).await);
    shop.users.set_blocked(&blocked.email, true, &by(&owner), moments::now()).await.unwrap();
    for actor in actors.iter().chain([&demoted, &blocked, &shop.customer().await]).map(by) {
        assert!(matches!(change(shop, &target, StaffRole::Owner, &actor).await, Err(StaffError::Lacking(_))));
        assert!(matches!(remove(shop, &target, &actor).await, Err(StaffError::Lacking(_))));
        let refused = shop.users.set_blocked(&target.email, true, &actor, moments::now()).await;
        assert!(matches!(refused, Err(SetUserBlockedError::Lacking(_))));
        let refused = shop.users.delete(&target.email, &actor, moments::now()).await;
        assert!(matches!(refused, Err(DeleteUserError::Lacking(_))));
        let customer = shop.customer().await;
        assert!(shop.users.set_blocked(&customer.email, true, &actor, moments::now()).await.is_ok(), "a customer");
    }
    assert_eq!(present(shop, &target).await, target);
}

/// Of owners who demote each other at once, one stays: an owner who was demoted can demote no other.
pub async fn owners_demoting_each_other_at_once_leave_one(shop: &Shop) {
    for round in 0..5 {
        let pair = [member(shop, StaffRole::Owner).await, member(shop, StaffRole::Owner).await];
        // The owner of the round before is no longer one.
        for account in shop.staff.list().await.unwrap() {
            if !pair.iter().any(|user| user.id == account.user.id) && account.user.staff_role == Some(StaffRole::Owner) {
                changed(change(shop, &account.user, StaffRole::Content, &by(&pair[0])).await);
            }
        }
        let both = [(0, 1), (1, 0)].map(|(actor, target)| {
            let (shop, actor, target) = (shop.clone(), by(&pair[actor]), pair[target].clone());
            tokio::spawn(async move {
                if round % 2 == 0 { change(&shop, &target, StaffRole::Manager, &actor).await } else { remove(&shop, &target, &actor).await }
            })
        });
        let answers = futures_util::future::try_join_all(both).await.unwrap();
        let done = answers.iter().filter(|answer| answer.is_ok()).count();
        assert_eq!(done, 1, "{answers:?}");
        assert!(answers.iter().any(|answer| matches!(answer, Err(StaffError::Lacking(_)))), "{answers:?}");
        let owners = shop.staff.list().await.unwrap();
        assert_eq!(owners.iter().filter(|account| account.user.staff_role == Some(StaffRole::Owner)).count(), 1);
    }
}
