//! Use cases of orders: quoting a cart, placing, listing, counting, showing, updating, packing, delivering and cancelling orders.

pub mod add_order_note;
pub mod cancel_order;
pub mod cancel_orders;
pub mod change_parcel;
pub mod confirm_cod;
pub mod count_orders;
pub mod list_orders;
pub mod place_order;
pub mod quote_cart;
pub mod show_order;
pub mod show_order_history;
pub mod sum_purchases;
pub mod take_fulfilment_step;
pub mod update_order;

use self::add_order_note::AddOrderNote;
use self::cancel_order::CancelOrder;
use self::cancel_orders::CancelOrders;
use self::change_parcel::ChangeParcel;
use self::confirm_cod::ConfirmCod;
use self::count_orders::CountOrders;
use self::list_orders::ListOrders;
use self::place_order::PlaceOrder;
use self::quote_cart::{QuoteCart, TermsSource};
use self::show_order::ShowOrder;
use self::show_order_history::ShowOrderHistory;
use self::sum_purchases::SumPurchases;
use self::take_fulfilment_step::TakeFulfilmentStep;
use self::update_order::UpdateOrder;
use crate::ports::use_cases;

use_cases! {
    /// The use cases of orders.
    OrderUseCases(ports, quotes = QuoteCart::new(ports.catalogue.clone(), TermsSource {
        settings: ports.current_settings.clone(),
        calendar: ports.settings.calendar,
        clock: ports.clock.clone(),
        has_gateway: ports.settings.has_gateway,
    })) {
        add_order_note: AddOrderNote = AddOrderNote::new(ports.fulfilment.clone(), ports.clock.clone()),
        cancel_order: CancelOrder = CancelOrder::new(ShowOrder::new(ports.order_reader.clone()), ports.fulfilment.clone(), ports.clock.clone()),
        cancel_orders: CancelOrders = CancelOrders::new(
            ports.order_reader.clone(),
            CancelOrder::new(ShowOrder::new(ports.order_reader.clone()), ports.fulfilment.clone(), ports.clock.clone()),
        ),
        change_parcel: ChangeParcel =
            ChangeParcel::new(ports.fulfilment.clone(), ports.current_settings.clone(), ports.clock.clone()),
        confirm_cod: ConfirmCod = ConfirmCod::new(ports.fulfilment.clone(), ports.clock.clone()),
        count_orders: CountOrders = CountOrders::new(ports.order_reader.clone(), ports.settings.calendar),
        list_orders: ListOrders = ListOrders::new(ports.order_reader.clone(), ports.settings.calendar),
        place_order: PlaceOrder = PlaceOrder::new(
            quotes.clone(), ports.orders.clone(), ports.current_content.clone(), ports.ids.clone(), ports.clock.clone(),
        ),
        quote_cart: QuoteCart = quotes.clone(),
        show_order: ShowOrder = ShowOrder::new(ports.order_reader.clone()),
        show_order_history: ShowOrderHistory = ShowOrderHistory::new(ports.order_reader.clone()),
        sum_purchases: SumPurchases = SumPurchases::new(ports.order_reader.clone()),
        take_fulfilment_step: TakeFulfilmentStep =
            TakeFulfilmentStep::new(ports.fulfilment.clone(), ports.current_settings.clone(), ports.clock.clone()),
        update_order: UpdateOrder = UpdateOrder::new(
            ports.order_reader.clone(), ports.orders.clone(), ports.current_settings.clone(), ports.clock.clone(),
        ),
    }
}
