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
            /// All of them.
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
    PayNothing = "pay.nothing",
    PayCash = "pay.cash",
    PayTransfer = "pay.transfer",
    PayCard = "pay.card",
    ReminderSubject = "reminder.subject",
    ReminderHeading = "reminder.heading",
    ReminderTransfer = "reminder.transfer",
    KeepUntil = "keep.until",
    PaidSubject = "paid.subject",
    PaidHeading = "paid.heading",
    PaidLateSubject = "paid.late.subject",
    PaidLateHeading = "paid.late.heading",
    PaidReceived = "paid.received",
    PaidWhole = "paid.whole",
    PaidRest = "paid.rest",
    PaidExcess = "paid.excess",
    PaidLateReturn = "paid.late.return",
    PaidLateKept = "paid.late.kept",
    SlipSubject = "slip.subject",
    SlipHeading = "slip.heading",
    SlipSentence = "slip.sentence",
    SlipAgain = "slip.again",
    ExpiredSubject = "expired.subject",
    ExpiredHeading = "expired.heading",
    ExpiredSentence = "expired.sentence",
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
    NoteSubject = "note.subject",
    NoteHeading = "note.heading",
    NoteSentence = "note.sentence",
    LabelOrder = "label.order",
    LabelTotal = "label.total",
    LabelAddress = "label.address",
    LabelRecipient = "label.recipient",
    LabelParcel = "label.parcel",
    LabelFollow = "label.follow",
    ButtonOrders = "button.orders",
    ButtonOrder = "button.order",
    PartGoods = "part.goods",
    PartReduced = "part.reduced",
    PartStandard = "part.standard",
    PartExpress = "part.express",
    PartPickup = "part.pickup",
    PartFree = "part.free",
    PartCod = "part.cod",
}
