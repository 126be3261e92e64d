//! The rules of changing accounts of staff: only owners do it, and an owner who can sign in always remains.

use crate::accounts::staff_role::StaffRole;
use crate::accounts::user::User;
use crate::reports::audit::Actor;
use crate::shared::ids::UserId;

/// The largest number of staff that are listed.
pub const LISTED_STAFF: u16 = 200;

/// A member of staff, as far as the rules ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaffMember {
    pub id: UserId,
    /// The present role.
    pub role: StaffRole,
    /// A blocked user cannot sign in.
    pub is_blocked: bool,
}

/// All staff, locked by the transaction of a change: such changes run one after the other, and each decides by the result of the one
/// before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaffRoster(Vec<StaffMember>);

impl StaffRoster {
    /// The roster of these members.
    #[must_use]
    pub const fn new(members: Vec<StaffMember>) -> Self {
        Self(members)
    }

    /// The owners who can sign in.
    fn owners(&self) -> impl Iterator<Item = UserId> {
        self.0.iter().filter(|member| member.role == StaffRole::Owner && !member.is_blocked).map(|member| member.id)
    }

    /// Whether the actor is an owner now, or the operator at the command line. An owner who was demoted or blocked since the request
    /// was admitted is none.
    #[must_use]
    pub fn is_owner(&self, by: &Actor) -> bool {
        by.user_id.is_none_or(|id| self.owners().any(|owner| owner == id))
    }

    /// Whether the actor may block, delete or promote this user: accounts of staff are changed by owners alone.
    #[must_use]
    pub fn may_change(&self, by: &Actor, user: &User) -> bool {
        user.staff_role.is_none() || self.is_owner(by)
    }

    /// Whether no owner who can sign in would remain without `user`. Such a user is not blocked, demoted or deleted.
    #[must_use]
    pub fn is_last_owner(&self, user: &User) -> bool {
        user.staff_role == Some(StaffRole::Owner) && self.owners().all(|id| id == user.id)
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;
    use crate::accounts::user::UserType;
    use crate::shared::email::EmailAddress;
    use crate::shared::text::PersonName;

    fn user(id: u128, staff_role: Option<StaffRole>) -> User {
        User {
            id: UserId::new(Uuid::from_u128(id)),
            email: EmailAddress::parse("nimali@example.com").unwrap(),
            first_name: PersonName::parse("Nimali").unwrap(),
            last_name: PersonName::parse("Perera").unwrap(),
            profile_picture: None,
            user_type: if staff_role.is_some() { UserType::Admin } else { UserType::Customer },
            staff_role,
            is_blocked: false,
            created_at: DateTime::UNIX_EPOCH,
            last_login: None,
            email_verified: false,
            language: crate::messages::language::Language::English,
        }
    }

    fn member(id: u128, role: StaffRole, is_blocked: bool) -> StaffMember {
        StaffMember { id: UserId::new(Uuid::from_u128(id)), role, is_blocked }
    }

    fn roster(members: &[StaffMember]) -> StaffRoster {
        StaffRoster::new(members.to_vec())
    }

    #[test]
    fn the_last_owner_is_the_only_one_who_can_sign_in() {
        let (owner, manager) = (user(1, Some(StaffRole::Owner)), user(2, Some(StaffRole::Manager)));
        let (first, second) = (member(1, StaffRole::Owner, false), member(3, StaffRole::Owner, false));
        let help = member(2, StaffRole::Manager, false);
        assert!(roster(&[first, help]).is_last_owner(&owner), "a manager is no owner");
        assert!(roster(&[first, member(3, StaffRole::Owner, true)]).is_last_owner(&owner), "a blocked owner cannot sign in");
        assert!(roster(&[]).is_last_owner(&owner), "a blocked owner, when all others are blocked too");
        assert!(!roster(&[first, second]).is_last_owner(&owner));
        assert!(!roster(&[second]).is_last_owner(&owner), "a blocked owner beside one who is not");
        assert!(!roster(&[first]).is_last_owner(&manager));
        assert!(!roster(&[first]).is_last_owner(&user(4, None)));
    }

    proptest! {
        #[test]
        fn only_owners_touch_accounts_of_staff(
            acting in prop::sample::select(StaffRole::ALL.to_vec()),
            target in prop::option::of(prop::sample::select(StaffRole::ALL.to_vec())),
            is_blocked: bool,
        ) {
            let staff = roster(&[member(1, acting, is_blocked)]);
            let by = Actor::user(&user(1, Some(acting)), String::new());
            let is_owner = acting == StaffRole::Owner && !is_blocked;
            prop_assert_eq!(staff.may_change(&by, &user(2, target)), target.is_none() || is_owner);
            prop_assert!(staff.may_change(&Actor::operator("admin promote"), &user(2, target)));
        }
    }

    #[test]
    fn an_owner_who_is_no_longer_on_the_roster_is_none() {
        let by = Actor::user(&user(1, Some(StaffRole::Owner)), String::new());
        assert!(!roster(&[member(1, StaffRole::Support, false)]).is_owner(&by));
        assert!(!roster(&[]).is_owner(&by));
    }
}
