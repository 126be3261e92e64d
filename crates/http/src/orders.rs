//! Calls about orders: quotes, placing, lists and their numbers, history, updates, packing, delivering, cancelling,
//! notes and returns.

pub mod delivery_json;
pub mod fulfilment;
pub mod guest_links;
pub mod order_history;
pub mod order_json;
pub mod order_life;
pub mod order_life_json;
pub mod order_reads;
pub mod payment_json;
pub mod payment_names;
pub mod place_order;
pub mod promotion_json;
pub mod promotion_preview;
pub mod quote_cart;
pub mod quote_json;
pub mod return_requests;
pub mod returns;
pub mod returns_json;

use crate::routing::table::RouteTable;

/// The routes of this feature.
pub(crate) fn routes(table: &mut RouteTable) {
    quote_cart::routes(table);
    promotion_preview::routes(table);
    place_order::routes(table);
    order_reads::routes(table);
    order_history::routes(table);
    order_life::routes(table);
    fulfilment::routes(table);
    guest_links::routes(table);
    returns::routes(table);
}
