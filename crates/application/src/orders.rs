//! Use cases of orders: quoting a cart, placing, listing, counting, showing, and their life after that, and returns.

pub mod checkout;
pub mod list_orders;
pub mod order_service;
pub mod place_order;
pub mod return_service;
pub mod show_order;

use self::checkout::{PricingSource, QuoteCart};
use self::list_orders::ListOrders;
use self::order_service::OrderService;
use self::place_order::PlaceOrder;
use self::return_service::ReturnService;
use self::show_order::ShowOrder;
use crate::ports::use_cases;

use_cases! {
    OrderUseCases(ports, quotes = QuoteCart::new(ports.products.clone(), ports.catalogue_follower.clone(), PricingSource {
        settings: ports.current_settings.clone(),
        promotions: ports.current_promotions.clone(),
        calendar: ports.settings.calendar,
        clock: ports.clock.clone(),
        has_gateway: ports.settings.has_gateway,
    })) {
        list_orders: ListOrders = ListOrders { orders: ports.order_reader.clone(), calendar: ports.settings.calendar },
        place_order: PlaceOrder = PlaceOrder {
            quotes: quotes.clone(),
            orders: ports.orders.clone(),
            addresses: ports.address_book.clone(),
            shop: ports.current_content.clone(),
            ids: ports.ids.clone(),
            clock: ports.clock.clone(),
        },
        quote_cart: QuoteCart = quotes.clone(),
        returns: ReturnService = ReturnService {
            orders: ports.orders.clone(),
            reader: ports.order_reader.clone(),
            returns: ports.returns.clone(),
            settings: ports.current_settings.clone(),
            calendar: ports.settings.calendar,
            cipher: ports.secret_cipher.clone(),
            processor: ports.picture_processor.clone(),
            ids: ports.ids.clone(),
            clock: ports.clock.clone(),
        },
        service: OrderService = OrderService {
            orders: ports.orders.clone(),
            reader: ports.order_reader.clone(),
            settings: ports.current_settings.clone(),
            clock: ports.clock.clone(),
        },
        show_order: ShowOrder = ShowOrder::new(ports.order_reader.clone()),
    }
}
