//! Use cases of payments.

pub mod expire_orders;
pub mod payment_service;
pub mod payment_terms;
pub mod reconcile_payments;
pub mod refund_guards;
pub mod remind_customers;
pub mod send_refunds;
pub mod start_payment;
pub mod take_notification;

use self::expire_orders::ExpireOrders;
use self::payment_service::PaymentService;
use self::payment_terms::PaymentTerms;
use self::reconcile_payments::ReconcilePayments;
use self::remind_customers::RemindCustomers;
use self::send_refunds::SendRefunds;
use self::start_payment::StartPayment;
use self::take_notification::TakeNotification;
use crate::ports::use_cases;

use_cases! {
    /// The use cases of payments.
    PaymentUseCases(ports, terms = PaymentTerms { settings: ports.current_settings.clone(), has_gateway: ports.settings.has_gateway }) {
        expire_orders: ExpireOrders = ExpireOrders {
            payments: ports.payments.clone(),
            orders: ports.orders.clone(),
            attempts: ports.payment_attempts.clone(),
            gateway: ports.payment_gateway.clone(),
            clock: ports.clock.clone(),
        },
        remind_customers: RemindCustomers = RemindCustomers {
            payments: ports.payments.clone(),
            orders: ports.orders.clone(),
            clock: ports.clock.clone(),
        },
        reconcile_payments: ReconcilePayments = ReconcilePayments::new(
            ports.payment_attempts.clone(), ports.payment_gateway.clone(), ports.clock.clone(),
        ),
        send_refunds: SendRefunds = SendRefunds {
            payments: ports.payments.clone(),
            orders: ports.orders.clone(),
            reader: ports.order_reader.clone(),
            attempts: ports.payment_attempts.clone(),
            gateway: ports.payment_gateway.clone(),
            clock: ports.clock.clone(),
        },
        service: PaymentService = PaymentService {
            orders: ports.orders.clone(),
            reader: ports.order_reader.clone(),
            payments: ports.payments.clone(),
            gateway: ports.payment_gateway.clone(),
            processor: ports.picture_processor.clone(),
            terms: terms.clone(),
            ids: ports.ids.clone(),
            clock: ports.clock.clone(),
        },
        start_payment: StartPayment = StartPayment::new(
            ports.order_reader.clone(), ports.payment_attempts.clone(), ports.payment_gateway.clone(), terms.clone(), ports.clock.clone(),
        ),
        take_notification: TakeNotification = TakeNotification::new(
            ports.payment_attempts.clone(), ports.payment_gateway.clone(), ports.clock.clone(),
        ),
    }
}
