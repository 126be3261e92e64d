//! Roles and permissions of staff in JSON.

use domain::accounts::permission::Permission;
use domain::accounts::staff_role::StaffRole;

use crate::response::word_json::word_json;

word_json! {
    /// The roles of staff.
    pub StaffRoleJson as StaffRole of StaffRole
}

word_json! {
    /// What staff may do; a role has some of them.
    pub PermissionJson as Permission of Permission
}

/// The permissions of a role, or of none.
pub(crate) fn permissions_of(role: Option<StaffRole>) -> Vec<PermissionJson> {
    role.into_iter().flat_map(StaffRole::permissions).map(Into::into).collect()
}
