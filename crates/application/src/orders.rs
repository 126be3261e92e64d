//! Use cases of orders: quoting a cart, placing, listing, counting, showing, and their life after that, and returns.

pub mod checkout;
pub mod guest_links;
pub mod list_orders;
pub mod order_service;
pub mod place_order;
pub mod return_service;
pub mod show_order;

use self::checkout::{PricingSource, QuoteCart};
use self::guest_links::GuestLinks;
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
        guests: ports.guest_orders.clone(),
    })) {
        guest_links: GuestLinks = GuestLinks {
            guests: ports.guest_orders.clone(),
            keys: ports.access_keys.clone(),
            orders: ports.order_reader.clone(),
            outbox: ports.mail_outbox.clone(),
            clock: ports.clock.clone(),
        },
        list_orders: ListOrders = ListOrders { orders: ports.order_reader.clone(), calendar: ports.settings.calendar },
        place_order: PlaceOrder = PlaceOrder {
            quotes: quotes.clone(),
            orders: ports.orders.clone(),
            addresses: ports.address_book.clone(),
            guests: ports.guest_orders.clone(),
            access_keys: ports.access_keys.clone(),
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
