//! Use cases of payments.

pub mod change_method;
pub mod change_payment;
pub mod expire_orders;
pub mod list_payments;
pub mod payment_terms;
pub mod reconcile_payments;
pub mod refund_guards;
pub mod remind_customers;
pub mod send_refunds;
pub mod start_payment;
pub mod take_notification;
pub mod upload_slip;

use self::change_method::ChangeMethod;
use self::change_payment::ChangePayment;
use self::expire_orders::ExpireOrders;
use self::list_payments::ListPayments;
use self::payment_terms::PaymentTerms;
use self::reconcile_payments::ReconcilePayments;
use self::refund_guards::RefundGuards;
use self::remind_customers::RemindCustomers;
use self::send_refunds::SendRefunds;
use self::start_payment::StartPayment;
use self::take_notification::TakeNotification;
use self::upload_slip::Slips;
use crate::orders::show_order::ShowOrder;
use crate::ports::use_cases;

use_cases! {
    /// The use cases of payments.
    PaymentUseCases(ports, terms = PaymentTerms { settings: ports.current_settings.clone(), has_gateway: ports.settings.has_gateway }) {
        change_method: ChangeMethod = ChangeMethod::new(
            ShowOrder::new(ports.order_reader.clone()), ports.payments.clone(),
            terms.clone(), ports.clock.clone(),
        ),
        change_payment: ChangePayment = ChangePayment::new(ports.payments.clone(), ports.payment_gateway.clone(), ports.clock.clone()),
        expire_orders: ExpireOrders = ExpireOrders {
            overdue: ports.expiring_orders.clone(),
            orders: ports.orders.clone(),
            attempts: ports.payment_attempts.clone(),
            gateway: ports.payment_gateway.clone(),
            clock: ports.clock.clone(),
        },
        list_payments: ListPayments = ListPayments::new(ports.payment_desk.clone()),
        remind_customers: RemindCustomers = RemindCustomers::new(ports.payment_reminders.clone(), ports.clock.clone()),
        slips: Slips = Slips::new(ShowOrder::new(ports.order_reader.clone()), ports.picture_processor.clone(), ports.payments.clone(), ports.ids.clone(), ports.clock.clone()),
        reconcile_payments: ReconcilePayments = ReconcilePayments::new(
            ports.payment_attempts.clone(), ports.payment_gateway.clone(), ports.clock.clone(),
        ),
        refund_guards: RefundGuards = RefundGuards { settings: ports.current_settings.clone(), clock: ports.clock.clone() },
        send_refunds: SendRefunds = SendRefunds::new(
            ports.refund_queue.clone(), ports.order_reader.clone(), ports.payment_attempts.clone(), ports.payment_gateway.clone(), ports.clock.clone(),
        ),
        start_payment: StartPayment = StartPayment::new(
            ports.order_reader.clone(), ports.payment_attempts.clone(), ports.payment_gateway.clone(), terms.clone(), ports.clock.clone(),
        ),
        take_notification: TakeNotification = TakeNotification::new(
            ports.payment_attempts.clone(), ports.payment_gateway.clone(), ports.clock.clone(),
        ),
    }
}
