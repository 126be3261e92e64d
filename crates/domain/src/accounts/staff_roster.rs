//! The rules of changing accounts of staff: only owners do it, and an owner who can sign in always remains.

use crate::accounts::actor::Actor;
use crate::accounts::permission::{Lacking, Permission};
use crate::accounts::ports::{DeleteUserError, SetUserBlockedError, StaffError};
use crate::accounts::staff_role::StaffRole;
use crate::accounts::user::{User, UserType};
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
    fn is_owner(&self, by: &Actor) -> bool {
        by.user_id.is_none_or(|id| self.owners().any(|owner| owner == id))
    }

    /// Refuses all but owners.
    ///
    /// # Errors
    /// [`Lacking`].
    pub fn require_owner(&self, by: &Actor) -> Result<(), Lacking> {
        if self.is_owner(by) { Ok(()) } else { Err(Lacking(Permission::ManageStaff)) }
    }

    /// Accounts of staff are blocked, deleted or promoted by owners alone.
    fn check_owns(&self, by: &Actor, user: &User) -> Result<(), Lacking> {
        if user.staff_role.is_some() { self.require_owner(by) } else { Ok(()) }
    }

    /// Checks whether this user may be blocked or unblocked. A user who is in that state already may be.
    ///
    /// # Errors
    /// [`SetUserBlockedError::Lacking`] or [`SetUserBlockedError::LastOwner`].
    pub fn check_blocking(&self, by: &Actor, user: &User, blocked: bool) -> Result<(), SetUserBlockedError> {
        self.check_owns(by, user)?;
        let is_last = blocked && !user.is_blocked && self.is_last_owner(user);
        if is_last { Err(SetUserBlockedError::LastOwner) } else { Ok(()) }
    }

    /// Checks whether this user may be deleted.
    ///
    /// # Errors
    /// [`DeleteUserError`] when a rule refuses.
    pub fn check_deletion(&self, by: &Actor, user: &User) -> Result<(), DeleteUserError> {
        if by.email.as_ref() == Some(&user.email) {
            return Err(DeleteUserError::Yourself);
        }
        self.check_owns(by, user)?;
        if self.is_last_owner(user) { Err(DeleteUserError::LastOwner) } else { Ok(()) }
    }

    /// The user with another role, or as a customer. Who has the role already is not changed.
    ///
    /// # Errors
    /// [`StaffError::NotFound`] for a customer, or [`StaffError::LastOwner`].
    pub fn changed_role(&self, user: &User, role: Option<StaffRole>) -> Result<User, StaffError> {
        if user.staff_role.is_none() {
            return Err(StaffError::NotFound);
        }
        if user.staff_role != role && self.is_last_owner(user) {
            return Err(StaffError::LastOwner);
        }
        let user_type = if role.is_some() { UserType::Admin } else { UserType::Customer };
        Ok(User { user_type, staff_role: role, ..user.clone() })
    }

    /// Whether no owner who can sign in would remain without `user`. Such a user is not blocked, demoted or deleted.
    fn is_last_owner(&self, user: &User) -> bool {
        user.staff_role == Some(StaffRole::Owner) && self.owners().all(|id| id == user.id)
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;
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
            language: crate::shared::language::Language::English,
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

    #[test]
    fn the_last_owner_is_neither_blocked_nor_deleted_nor_demoted() {
        let (by, owner) = (Actor::operator("a command"), user(1, Some(StaffRole::Owner)));
        let one = roster(&[member(1, StaffRole::Owner, false)]);
        assert!(matches!(one.check_blocking(&by, &owner, true), Err(SetUserBlockedError::LastOwner)));
        assert!(one.check_blocking(&by, &owner, false).is_ok());
        assert!(one.check_blocking(&by, &User { is_blocked: true, ..owner.clone() }, true).is_ok(), "nothing changes");
        assert!(matches!(one.check_deletion(&by, &owner), Err(DeleteUserError::LastOwner)));
        for role in [None, Some(StaffRole::Manager)] {
            assert!(matches!(one.changed_role(&owner, role), Err(StaffError::LastOwner)));
        }
        assert_eq!(one.changed_role(&owner, owner.staff_role).unwrap(), owner);
    }

    #[test]
    fn nobody_deletes_themselves() {
        let owner = user(1, Some(StaffRole::Owner));
        let staff = roster(&[member(1, StaffRole::Owner, false), member(2, StaffRole::Owner, false)]);
        assert!(matches!(staff.check_deletion(&Actor::user(&owner, String::new()), &owner), Err(DeleteUserError::Yourself)));
    }

    #[test]
    fn a_customer_has_no_role_to_change() {
        assert!(matches!(roster(&[]).changed_role(&user(2, None), Some(StaffRole::Owner)), Err(StaffError::NotFound)));
        let helper = user(2, Some(StaffRole::Support));
        let removed = roster(&[]).changed_role(&helper, None).unwrap();
        assert_eq!((removed.user_type, removed.staff_role), (UserType::Customer, None));
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
            // Another owner remains.
            let staff = StaffRoster([staff.0, vec![member(3, StaffRole::Owner, false)]].concat());
            let (target, allowed) = (User { email: EmailAddress::parse("kasun@example.com").unwrap(), ..user(2, target) }, target.is_none() || is_owner);
            prop_assert_eq!(staff.check_blocking(&by, &target, true).is_ok(), allowed);
            prop_assert_eq!(staff.check_deletion(&by, &target).is_ok(), allowed);
            let operator = Actor::operator("admin promote");
            prop_assert!(staff.check_blocking(&operator, &target, true).is_ok() && staff.check_deletion(&operator, &target).is_ok());
        }
    }

    #[test]
    fn an_owner_who_is_no_longer_on_the_roster_is_none() {
        let by = Actor::user(&user(1, Some(StaffRole::Owner)), String::new());
        assert!(!roster(&[member(1, StaffRole::Support, false)]).is_owner(&by));
        assert!(!roster(&[]).is_owner(&by));
    }
}
