//! The closed list of what staff may do. Each route and each finer rule names one of them.

use crate::accounts::staff_role::StaffRole::{self, Content, Fulfilment, Manager, Owner, Support};
use crate::shared::error::{ErrorKind, FeatureError};

/// Declares [`Permission`] as one table: documentation, variant, spelling, roles.
macro_rules! permissions {
    ($($(#[$doc:meta])* $permission:ident $text:literal [$($role:ident)*],)*) => {
        /// Something that only some roles of staff may do.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Permission {
            $($(#[$doc])* $permission,)*
        }

        impl Permission {
            pub const ALL: [Self; [$($text),*].len()] = [$(Self::$permission),*];

            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$permission => $text,)*
                }
            }

            /// The roles that have it, in the order of [`StaffRole::ALL`].
            #[must_use]
            pub const fn holders(self) -> &'static [StaffRole] {
                match self {
                    $(Self::$permission => &[$($role),*],)*
                }
            }
        }
    };
}

permissions! {
    /// Lists users, and reads what a customer bought.
    ReadUsers "readUsers" [Owner Manager Support],
    /// Blocks and unblocks customers.
    BlockUsers "blockUsers" [Owner Manager Support],
    /// Deletes customers, changes their details, and reads the activity of users.
    ManageUsers "manageUsers" [Owner Manager],
    /// Reads the audit log.
    ReadAudit "readAudit" [Owner Manager],
    /// Reads the revenue of the shop.
    ReadRevenue "readRevenue" [Owner Manager],
    /// Adds, deletes and imports products.
    ManageProducts "manageProducts" [Owner Manager],
    /// Changes everything of a product, its price and stock included.
    UpdateProducts "updateProducts" [Owner Manager],
    /// Changes a product but for its price and stock.
    DescribeProducts "describeProducts" [Owner Manager Content],
    /// Exports the sheet of products.
    ExportProducts "exportProducts" [Owner Manager Content],
    /// Uploads pictures of products.
    UploadProductPictures "uploadProductPictures" [Owner Manager Content],
    /// Adjusts the stock of a product, and reads its movements.
    AdjustStock "adjustStock" [Owner Manager Fulfilment],
    /// Lists and reads the orders of all customers.
    ReadOrders "readOrders" [Owner Manager Fulfilment Support],
    /// Writes notes to orders.
    WriteOrderNotes "writeOrderNotes" [Owner Manager Fulfilment Support],
    /// Packs and hands over orders, and receives the goods of returns: all steps and statuses, but neither cancels an order nor reinstates a
    /// cancelled one by its status.
    FulfilOrders "fulfilOrders" [Owner Manager Fulfilment],
    /// Cancels orders that are being processed, and judges returns.
    CancelProcessingOrders "cancelProcessingOrders" [Owner Manager Support],
    /// Calls customers who pay large orders on delivery.
    CallCustomers "callCustomers" [Owner Manager Support],
    /// Cancels orders with any status, and reinstates cancelled ones.
    ManageOrders "manageOrders" [Owner Manager],
    /// Reads what waits in payments: slips, refunds, and what needs attention.
    ReadPayments "readPayments" [Owner Manager],
    /// Books and reviews payments.
    ManagePayments "managePayments" [Owner Manager],
    Refund "refund" [Owner Manager],
    DeleteReviews "deleteReviews" [Owner Manager Support],
    /// Reads what customers write to the shop.
    ReadMessages "readMessages" [Owner Manager Support],
    /// Changes zones, methods and charges of delivery.
    ManageDelivery "manageDelivery" [Owner Manager],
    /// Adds and changes promotions, and reads their uses.
    ManagePromotions "managePromotions" [Owner Manager],
    /// Changes the settings that are the owner's: payments, orders and mails.
    ManageSettings "manageSettings" [Owner],
    /// Previews the mails of the shop.
    PreviewMails "previewMails" [Owner Manager],
    /// Invites, changes and removes staff, and changes, blocks and deletes their accounts.
    ManageStaff "manageStaff" [Owner],
    /// Changes the settings of security.
    ManageSecurity "manageSecurity" [Owner],
    /// Writes the texts of the home page and the pages.
    EditContent "editContent" [Owner Manager Content],
    /// Changes the identity of the shop and its colours.
    ManageBranding "manageBranding" [Owner],
    /// Sees the dashboard; each part of it needs the permission of its figures too.
    ReadOverview "readOverview" [Owner Manager Fulfilment Support Content],
}

impl StaffRole {
    /// Whether the role has this permission.
    #[must_use]
    pub fn may(self, permission: Permission) -> bool {
        permission.holders().contains(&self)
    }

    /// The permissions of the role, in the order of [`Permission::ALL`].
    pub fn permissions(self) -> impl Iterator<Item = Permission> {
        Permission::ALL.into_iter().filter(move |permission| self.may(*permission))
    }
}

/// A member of staff lacks a permission. `Display` is a sentence that names the roles that have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", sentence(*.0))]
pub struct Lacking(pub Permission);

impl FeatureError for Lacking {
    fn kind(&self) -> ErrorKind {
        ErrorKind::Forbidden
    }

    fn code(&self) -> &'static str {
        "auth.role_forbidden"
    }

    fn roles(&self) -> Option<Vec<&'static str>> {
        Some(self.0.holders().iter().map(|role| role.as_str()).collect())
    }
}

/// `This needs the role Owner, Manager or Support.`
fn sentence(permission: Permission) -> String {
    let names: Vec<&str> = permission.holders().iter().map(|role| role.name()).collect();
    let roles = match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    };
    format!("This needs the role {roles}.")
}

#[cfg(test)]
mod tests;
