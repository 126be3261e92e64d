//! Roles and permissions of staff in JSON.

use domain::accounts::permission::Permission;
use domain::accounts::staff_role::StaffRole;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The roles of staff.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StaffRole)]
pub enum StaffRoleJson {
    /// Runs the shop.
    Owner,
    /// Runs the day.
    Manager,
    /// Packs and hands over orders, and counts the stock.
    Fulfilment,
    /// Answers customers.
    Support,
    /// Describes products and writes the shop's texts.
    Content,
}

impl From<StaffRole> for StaffRoleJson {
    fn from(role: StaffRole) -> Self {
        match role {
            StaffRole::Owner => Self::Owner,
            StaffRole::Manager => Self::Manager,
            StaffRole::Fulfilment => Self::Fulfilment,
            StaffRole::Support => Self::Support,
            StaffRole::Content => Self::Content,
        }
    }
}

/// Declares [`PermissionJson`] with the variants of [`Permission`].
macro_rules! permissions {
    ($($permission:ident)*) => {
        /// What staff may do; a role has some of them.
        #[derive(Clone, Copy, Debug, Serialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        #[schema(as = Permission)]
        pub enum PermissionJson {
            $($permission,)*
        }

        impl From<Permission> for PermissionJson {
            fn from(permission: Permission) -> Self {
                match permission {
                    $(Permission::$permission => Self::$permission,)*
                }
            }
        }
    };
}

permissions! {
    ReadUsers BlockUsers ManageUsers ReadAudit ReadRevenue
    ManageProducts UpdateProducts DescribeProducts ExportProducts UploadProductPictures AdjustStock
    ReadOrders WriteOrderNotes FulfilOrders CancelProcessingOrders CallCustomers ManageOrders
    ReadPayments ManagePayments Refund
    DeleteReviews ReadMessages
    ManageDelivery ManageSettings PreviewMails ManageStaff ManageSecurity EditContent ManageBranding ReadOverview
}

/// The permissions of a role, or of none.
pub(crate) fn permissions_of(role: Option<StaffRole>) -> Vec<PermissionJson> {
    role.into_iter().flat_map(StaffRole::permissions).map(Into::into).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_and_permissions_are_spelled_as_in_the_domain() {
        for role in StaffRole::ALL {
            assert_eq!(serde_json::to_value(StaffRoleJson::from(role)).unwrap(), role.as_str());
        }
        for permission in Permission::ALL {
            assert_eq!(serde_json::to_value(PermissionJson::from(permission)).unwrap(), permission.as_str());
        }
    }
}
