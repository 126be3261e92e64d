use std::collections::BTreeSet;

use super::*;

/// The tables of the contract, written out: permission and, for each role in the order of [`StaffRole::ALL`], whether it may.
#[rustfmt::skip]
const TABLE: &[(&str, [u8; 5])] = &[
    // permission               O  M  F  S  C
    ("readUsers",              [1, 1, 0, 1, 0]),
    ("blockUsers",             [1, 1, 0, 1, 0]),
    ("manageUsers",            [1, 1, 0, 0, 0]),
    ("readAudit",              [1, 1, 0, 0, 0]),
    ("readRevenue",            [1, 1, 0, 0, 0]),
    ("manageProducts",         [1, 1, 0, 0, 0]),
    ("updateProducts",         [1, 1, 0, 0, 0]),
    ("describeProducts",       [1, 1, 0, 0, 1]),
    ("exportProducts",         [1, 1, 0, 0, 1]),
    ("uploadProductPictures",  [1, 1, 0, 0, 1]),
    ("adjustStock",            [1, 1, 1, 0, 0]),
    ("readOrders",             [1, 1, 1, 1, 0]),
    ("writeOrderNotes",        [1, 1, 1, 1, 0]),
    ("fulfilOrders",           [1, 1, 1, 0, 0]),
    ("cancelProcessingOrders", [1, 1, 0, 1, 0]),
    ("callCustomers",          [1, 1, 0, 1, 0]),
    ("manageOrders",           [1, 1, 0, 0, 0]),
    ("readPayments",           [1, 1, 0, 0, 0]),
    ("managePayments",         [1, 1, 0, 0, 0]),
    ("refund",                 [1, 1, 0, 0, 0]),
    ("deleteReviews",          [1, 1, 0, 1, 0]),
    ("readMessages",           [1, 1, 0, 1, 0]),
    ("manageDelivery",         [1, 1, 0, 0, 0]),
    ("managePromotions",       [1, 1, 0, 0, 0]),
    ("manageSettings",         [1, 0, 0, 0, 0]),
    ("previewMails",           [1, 1, 0, 0, 0]),
    ("manageStaff",            [1, 0, 0, 0, 0]),
    ("manageSecurity",         [1, 0, 0, 0, 0]),
    ("editContent",            [1, 1, 0, 0, 1]),
    ("manageBranding",         [1, 0, 0, 0, 0]),
    ("readOverview",           [1, 1, 1, 1, 1]),
];

#[test]
fn roles_may_what_the_tables_of_the_contract_say() {
    assert_eq!(TABLE.len(), Permission::ALL.len());
    for permission in Permission::ALL {
        let row = TABLE.iter().find(|(text, _)| *text == permission.as_str());
        let row = row.unwrap_or_else(|| panic!("{permission:?} has no row: who may?")).1;
        assert_eq!(StaffRole::ALL.map(|role| u8::from(role.may(permission))), row, "{permission:?}");
    }
}

#[test]
fn a_role_lists_what_it_may() {
    for role in StaffRole::ALL {
        let listed: Vec<Permission> = role.permissions().collect();
        assert!(Permission::ALL.into_iter().all(|permission| listed.contains(&permission) == role.may(permission)));
    }
    assert_eq!(StaffRole::Owner.permissions().count(), Permission::ALL.len(), "an owner may do everything");
}

#[test]
fn only_owners_touch_staff_accounts_security_and_branding() {
    for role in StaffRole::ALL {
        let of_owners = [Permission::ManageStaff, Permission::ManageSecurity, Permission::ManageSettings, Permission::ManageBranding];
        for permission in of_owners {
            assert_eq!(role.may(permission), role == StaffRole::Owner);
        }
    }
}

#[test]
fn spellings_are_the_names_and_differ() {
    let spellings: BTreeSet<&str> = Permission::ALL.into_iter().map(Permission::as_str).collect();
    assert_eq!(spellings.len(), Permission::ALL.len());
    for permission in Permission::ALL {
        assert_eq!(permission.as_str().to_lowercase(), format!("{permission:?}").to_lowercase());
    }
}

#[test]
fn a_refusal_names_the_roles_that_may() {
    assert_eq!(Lacking(Permission::ManageStaff).to_string(), "This needs the role Owner.");
    assert_eq!(Lacking(Permission::Refund).to_string(), "This needs the role Owner or Manager.");
    assert_eq!(Lacking(Permission::ReadUsers).to_string(), "This needs the role Owner, Manager or Support.");
}
