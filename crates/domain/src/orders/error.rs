//! Why calls about orders are refused.

use std::error::Error;
use std::fmt;

use crate::accounts::permission::Lacking;
use crate::orders::order::{Order, Shortage};
use crate::payments::order_payment::PaymentRefusal;
use crate::shared::error::{ErrorKind, FeatureError, feature_error, refusal};
use crate::shared::order_id::OrderId;

refusal! {
    /// Why the present state of an order refuses a change.
    pub enum OrderRefusal {
        WrongStep => Conflict, "order.wrong_step", "The order is not at the right point for this step. Please check it and try again.";
        /// The order is paid in advance, and money is due.
        Unpaid => Conflict, "order.unpaid", "This order is not paid yet.";
        /// The order is paid on delivery, and its customer has to be called before it is packed.
        Unconfirmed => Conflict, "order.unconfirmed", "This order is not confirmed yet. Please call the customer first.";
        NotForPickup => Conflict, "order.not_for_pickup", "This order goes to the customer by courier, and is not picked up at the shop.";
        /// It is packed already, further on, or cancelled.
        NotCancellable => Conflict, "order.not_cancellable", "This order can no longer be cancelled. Please contact the shop.";
        /// It is not paid on delivery, not above the limit, confirmed, packed or cancelled.
        NotConfirmable => Conflict, "order.not_confirmable", "This order needs no confirmation.";
        /// The courier does not have the parcel: it is still at the shop, delivered, or its order is cancelled.
        NotHandedOver => Conflict, "order.not_handed_over", "This parcel is not on its way. Please check the order and try again.";
        /// It is not delivered, or was so before the days in which the shop takes goods back.
        NotReturnable => Conflict, "order.not_returnable", "Items of this order can not be returned, or not any more. Please contact the shop.";
        /// Others of its units came back, or a return of them is open.
        TooManyReturned => Conflict, "return.too_many_units", "This is more than is left to return of this order. Please check it and try again.";
        TooManyReturns => Conflict, "return.too_many", "This order has many returns already. Please contact the shop.";
        TooManyPhotos => Conflict, "return.too_many_photos", "This return has 5 photos already.";
        /// A refund of goodwill may still fail.
        RefundUnderWay => Conflict, "return.refund_under_way", "A refund of this order is under way. Please receive the goods once it is settled.";
        /// The return is at another point, or its order is not delivered any more.
        WrongReturnStep => Conflict, "return.wrong_step", "The return is not at the right point for this step. Please check it and try again.";
        StatusChanged => Conflict, "order.status_changed", "The status of this order has changed meanwhile. Please check it and try again.";
    }
}

/// A refusal with the order as it is, which the caller is shown (contract-commerce, section 4).
#[derive(Debug, PartialEq, Eq)]
pub struct RefusedOrder {
    pub refusal: OrderRefusal,
    pub order: Order,
}

impl fmt::Display for RefusedOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.refusal.fmt(f)
    }
}

impl Error for RefusedOrder {}

impl FeatureError for RefusedOrder {
    fn kind(&self) -> ErrorKind {
        self.refusal.kind()
    }

    fn code(&self) -> &'static str {
        self.refusal.code()
    }
}

feature_error! {
    /// Why a call about an order is refused, or fails.
    pub enum OrderError {
        NotFound => NotFound, "order.not_found", "There is no order with this number.";
        /// It cannot leave `cancelled`. A deleted product has 0 units.
        OutOfStock(Vec<Shortage>) => Conflict, "order.out_of_stock", "Some items are out of stock.";
        /// It cannot leave `cancelled`: others have used its promotion since.
        PromotionUsedUp => Conflict, "promotion.used_up", "The promotion of this order has been used up meanwhile.";
        NoReturn => NotFound, "return.not_found", "There is no return with this number.";
        ReturnKeyReused => Invalid, "return.key_reused", "This idempotency key was used for another return.";
        ReturnItems => Invalid, "return.wrong_items", "A return needs items of the order.", at "items";
        /// The shop takes nothing back for a change of mind.
        ReturnReason => Invalid, "return.reason_not_allowed", "The shop takes nothing back for this reason.", at "reason";
        ReturnUnits => Invalid, "return.too_many_received", "More units came back than the return has.", at "items";
        ReferenceUsed(OrderId) => Conflict, "payment.reference_used", "This reference was used for the order {0} already.";
    } or Refused(Box<RefusedOrder>), Payment(PaymentRefusal), Lacking(Lacking) port "Failed to update order. Please try again."
}

impl OrderError {
    /// The order as it is, if its state refused the change.
    #[must_use]
    pub fn present_order(&self) -> Option<&Order> {
        match self {
            Self::Refused(refused) => Some(&refused.order),
            _ => None,
        }
    }
}
