//! Use cases of payments.

pub mod card_payments;
pub mod expire_orders;
pub mod gateway_records;
pub mod payment_service;
pub mod payment_terms;
pub mod reconcile_payments;
pub mod refund_guards;
pub mod remind_customers;
#[cfg(test)]
mod samples;
pub mod send_refunds;

use self::expire_orders::ExpireOrders;
use self::gateway_records::GatewayRecords;
use self::payment_service::PaymentService;
use self::payment_terms::PaymentTerms;
use self::reconcile_payments::ReconcilePayments;
use self::remind_customers::RemindCustomers;
use self::send_refunds::SendRefunds;
use crate::ports::use_cases;

use_cases! {
    /// The use cases of payments.
    PaymentUseCases(ports) {
        expire_orders: ExpireOrders = ExpireOrders {
            payments: ports.payments.clone(),
            orders: ports.orders.clone(),
            gateway: ports.payment_gateway.clone(),
            clock: ports.clock.clone(),
        },
        remind_customers: RemindCustomers = RemindCustomers {
            payments: ports.payments.clone(),
            orders: ports.orders.clone(),
            clock: ports.clock.clone(),
        },
        reconcile_payments: ReconcilePayments = ReconcilePayments {
            records: GatewayRecords { payments: ports.payments.clone(), clock: ports.clock.clone() },
            gateway: ports.payment_gateway.clone(),
        },
        send_refunds: SendRefunds = SendRefunds {
            payments: ports.payments.clone(),
            orders: ports.orders.clone(),
            reader: ports.order_reader.clone(),
            gateway: ports.payment_gateway.clone(),
            clock: ports.clock.clone(),
        },
        service: PaymentService = PaymentService {
            orders: ports.orders.clone(),
            reader: ports.order_reader.clone(),
            payments: ports.payments.clone(),
            gateway: ports.payment_gateway.clone(),
            processor: ports.picture_processor.clone(),
            terms: PaymentTerms { settings: ports.current_settings.clone(), has_gateway: ports.settings.has_gateway },
            ids: ports.ids.clone(),
            clock: ports.clock.clone(),
        },
    }
}
