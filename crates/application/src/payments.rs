//! Use cases of payments.

pub mod change_payment;

use self::change_payment::ChangePayment;
use crate::ports::use_cases;

use_cases! {
    /// The use cases of payments.
    PaymentUseCases(ports) {
        change_payment: ChangePayment = ChangePayment::new(ports.payments.clone(), ports.clock.clone()),
    }
}
