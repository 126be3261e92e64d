//! The history of an order.

use chrono::{DateTime, Utc};

use crate::orders::fulfilment_step::FulfilmentStep;
use crate::orders::order_note::{NoteVisibility, OrderNote};
use crate::orders::returns::order_return::{DecisionReason, ReturnStep};
use crate::payments::cod_confirmation::CallOutcome;
use crate::shared::email::EmailAddress;
use crate::shared::order_status::OrderStatus;
use crate::shared::text::CancelReason;

/// What happened to an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// It was placed, or an administrator set its status.
    Status,
    /// Staff took a step of packing and delivering.
    Step(FulfilmentStep),
    /// It was cancelled before it was packed, for this reason.
    Cancelled(Option<CancelReason>),
    /// Staff added a note.
    Note(OrderNote),
    /// Staff corrected the courier or the tracking of a parcel that is on its way.
    Parcel {
        /// Whether the customer was mailed.
        is_mailed: bool,
    },
    /// Staff called the customer of an order that is confirmed before it is packed; a refusal cancelled it.
    Call(CallOutcome),
    /// A step of a return.
    Return {
        step: ReturnStep,
        /// Why staff decided so.
        reason: Option<DecisionReason>,
    },
}

/// One event of an order's history. The first is that it was placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderEvent {
    pub at: DateTime<Utc>,
    /// The user who acted: the customer, or an administrator; `None` for the operator.
    pub actor: Option<EmailAddress>,
    /// The status before; `None` for the first event.
    pub from: Option<OrderStatus>,
    /// The status after; the same as before where the status did not change.
    pub to: OrderStatus,
    /// The request it was done with, where that is known.
    pub request_id: Option<String>,
    pub kind: EventKind,
}

impl OrderEvent {
    /// The event as its customer sees it (contract-commerce, section 4): internal notes are left out, and so are the addresses of
    /// staff and the ids of requests.
    #[must_use]
    pub fn for_customer(self, customer: &EmailAddress) -> Option<Self> {
        if matches!(&self.kind, EventKind::Note(note) if note.visibility == NoteVisibility::Internal) {
            return None;
        }
        Some(Self { actor: self.actor.filter(|actor| actor == customer), request_id: None, ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::text::NoteText;

    fn event(kind: EventKind, actor: &str) -> OrderEvent {
        OrderEvent {
            at: DateTime::UNIX_EPOCH,
            actor: EmailAddress::parse(actor).ok(),
            from: Some(OrderStatus::Processing),
            to: OrderStatus::Processing,
            request_id: Some("r1".to_owned()),
            kind,
        }
    }

    #[test]
    fn a_customer_sees_no_internal_note_and_no_address_of_staff() {
        let customer = EmailAddress::parse("nimali@example.com").unwrap();
        let note = |visibility| EventKind::Note(OrderNote { text: NoteText::parse("called").unwrap(), visibility });
        let shown = |kind, actor: &str| event(kind, actor).for_customer(&customer);
        assert_eq!(shown(note(NoteVisibility::Internal), "staff@example.com"), None);
        for kind in [note(NoteVisibility::Customer), EventKind::Step(FulfilmentStep::Packed), EventKind::Status] {
            let expected = OrderEvent { actor: None, request_id: None, ..event(kind.clone(), "staff@example.com") };
            assert_eq!(shown(kind, "staff@example.com"), Some(expected));
        }
        let own = shown(EventKind::Cancelled(None), "nimali@example.com").unwrap();
        assert_eq!(own.actor, Some(customer));
    }
}
