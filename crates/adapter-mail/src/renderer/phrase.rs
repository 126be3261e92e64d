//! The texts that mails to customers are made of, by their keys in the files of `texts/`.

/// Declares [`Phrase`] with the key of each.
macro_rules! phrases {
    ($($name:ident = $key:literal,)*) => {
        /// A text of the mails about an order to its customer.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Phrase {
            $($name,)*
        }

        impl Phrase {
            #[cfg(test)]
            pub(super) const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Its key in the files.
            pub(super) const fn key(self) -> &'static str {
                match self {
                    $(Self::$name => $key,)*
                }
            }
        }
    };
}

phrases! {
    PlacedSubject = "placed.subject",
    PlacedHeading = "placed.heading",
    PlacedSentence = "placed.sentence",
    PlacedWaiting = "placed.waiting",
    PayNothing = "pay.nothing",
    PayCash = "pay.cash",
    PayTransfer = "pay.transfer",
    PayTransferPage = "pay.transfer.page",
    PayCard = "pay.card",
    ReminderSubject = "reminder.subject",
    ReminderHeading = "reminder.heading",
    ReminderSlip = "reminder.slip",
    PayUntil = "pay.until",
    PaidSubject = "paid.subject",
    PaidHeading = "paid.heading",
    PaidLateSubject = "paid.late.subject",
    PaidLateHeading = "paid.late.heading",
    PaidReceived = "paid.received",
    PaidWhole = "paid.whole",
    PaidOrder = "paid.order",
    PaidRest = "paid.rest",
    PaidExcess = "paid.excess",
    PaidLateReturn = "paid.late.return",
    PaidLateKept = "paid.late.kept",
    SlipSubject = "slip.subject",
    SlipHeading = "slip.heading",
    SlipSentence = "slip.sentence",
    SlipAgain = "slip.again",
    SlipCheckedSubject = "slip.checked.subject",
    SlipCheckedHeading = "slip.checked.heading",
    SlipCheckedSentence = "slip.checked.sentence",
    ExpiredSubject = "expired.subject",
    ExpiredHeading = "expired.heading",
    ExpiredSentence = "expired.sentence",
    ExpiredPart = "expired.part",
    ReadySubject = "ready.subject",
    ReadyHeading = "ready.heading",
    ReadySentence = "ready.sentence",
    ReadyDue = "ready.due",
    ShippedSubject = "shipped.subject",
    ShippedHeading = "shipped.heading",
    ShippedSentence = "shipped.sentence",
    ShippedCash = "shipped.cash",
    DeliveredSubject = "delivered.subject",
    DeliveredHeading = "delivered.heading",
    DeliveredSentence = "delivered.sentence",
    CancelledSubject = "cancelled.subject",
    CancelledHeading = "cancelled.heading",
    CancelledReturn = "cancelled.return",
    CancelledPaid = "cancelled.paid",
    RefundedSubject = "refunded.subject",
    RefundedHeading = "refunded.heading",
    RefundedSentence = "refunded.sentence",
    RefundedReference = "refunded.reference",
    RefundedRest = "refunded.rest",
    RefundUnderWay = "refund.under_way",
    NoteSubject = "note.subject",
    NoteHeading = "note.heading",
    NoteSentence = "note.sentence",
    LinkSubject = "link.subject",
    LinkHeading = "link.heading",
    LinkSentence = "link.sentence",
    LinkAccount = "link.account",
    ReturnRequestedSubject = "return.requested.subject",
    ReturnRequestedHeading = "return.requested.heading",
    ReturnRequestedSentence = "return.requested.sentence",
    ReturnApprovedSubject = "return.approved.subject",
    ReturnApprovedHeading = "return.approved.heading",
    ReturnApprovedSentence = "return.approved.sentence",
    ReturnRejectedSubject = "return.rejected.subject",
    ReturnRejectedHeading = "return.rejected.heading",
    ReturnRejectedSentence = "return.rejected.sentence",
    ReturnReceivedSubject = "return.received.subject",
    ReturnReceivedHeading = "return.received.heading",
    ReturnReceivedSentence = "return.received.sentence",
    LabelOrder = "label.order",
    LabelTotal = "label.total",
    LabelAddress = "label.address",
    LabelRecipient = "label.recipient",
    LabelParcel = "label.parcel",
    LabelFollow = "label.follow",
    LabelBank = "label.bank",
    LabelBranch = "label.branch",
    LabelHolder = "label.holder",
    LabelAccount = "label.account",
    LabelAmount = "label.amount",
    LabelReference = "label.reference",
    ButtonOrders = "button.orders",
    ButtonOrder = "button.order",
    PartGoods = "part.goods",
    PartReduced = "part.reduced",
    PartStandard = "part.standard",
    PartExpress = "part.express",
    PartPickup = "part.pickup",
    PartFree = "part.free",
    PartCod = "part.cod",
    PartVat = "part.vat",
}
