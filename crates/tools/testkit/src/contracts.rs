//! Contract suites: the rules of each port that stores or fetches data, one test for each rule.
//!
//! An adapter's tests give a fixture and take all suites:
//!
//! ```ignore
//! testkit::contracts!(crate::fixture);
//! ```
//!
//! where `fixture()` is an async function to something with `shop(&self) -> &Shop` and an async `check(&self)` that checks the
//! invariants after each rule.

pub mod accounts;
pub mod backups;
pub mod catalog;
pub mod content;
pub mod delivery;
pub mod images;
mod indexed_search;
pub mod invoices;
pub mod messages;
pub mod orders;
pub mod paging;
pub mod payments;
pub mod reports;
pub mod reviews;
pub mod settings;
pub mod setup;
mod shop;

pub use indexed_search::IndexedSearch;
pub use shop::Shop;

/// Makes a test of every rule of every suite.
#[macro_export]
macro_rules! contracts {
    ($fixture:path) => {
        $crate::accounts_contracts!($fixture);
        $crate::backups_contracts!($fixture);
        $crate::catalog_contracts!($fixture);
        $crate::content_contracts!($fixture);
        $crate::delivery_contracts!($fixture);
        $crate::images_contracts!($fixture);
        $crate::invoices_contracts!($fixture);
        $crate::messages_contracts!($fixture);
        $crate::orders_contracts!($fixture);
        $crate::payments_contracts!($fixture);
        $crate::reports_contracts!($fixture);
        $crate::reviews_contracts!($fixture);
        $crate::settings_contracts!($fixture);
        $crate::setup_contracts!($fixture);
    };
}

/// Makes a test of each of these rules of a suite.
#[macro_export]
macro_rules! contract {
    ($fixture:path, $feature:ident :: $suite:ident: $($rule:ident),+ $(,)?) => {
        mod $suite {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $rule() {
                    let fixture = $fixture().await;
                    $crate::contracts::$feature::$suite::$rule(fixture.shop()).await;
                    fixture.check().await;
                }
            )+
        }
    };
}
