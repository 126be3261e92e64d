//! What waits for staff, for the top of the dashboard.

use crate::shared::page::TotalCount;

/// How much of each kind waits for staff (contract-commerce, section 8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Orders of the packing queue.
    pub to_pack: TotalCount,
    /// Orders whose customer has to be called before they are packed.
    pub to_call: TotalCount,
    /// Bank slips that wait for their review.
    pub slips_to_check: TotalCount,
    /// Orders of which money has to go back that no refund under way returns, and those with a refund of unknown outcome.
    pub refunds_due: TotalCount,
    /// Open items of the attention list.
    pub attention: TotalCount,
    /// Messages from the contact page that are not done.
    pub messages: TotalCount,
    /// Products with a little stock.
    pub low_stock: TotalCount,
}
