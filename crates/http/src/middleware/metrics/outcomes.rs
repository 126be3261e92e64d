//! The outcomes and kinds of counted work: the values of labels.

/// A call of the payment gateway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GatewayCall {
    /// It reads the payments of an attempt.
    FindPayments,
    /// It returns money.
    Refund,
}

impl GatewayCall {
    pub(super) const ALL: [Self; 2] = [Self::FindPayments, Self::Refund];

    /// The call's name in the metrics and in traces.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FindPayments => "find_payments",
            Self::Refund => "refund",
        }
    }
}

/// The outcome of a notification of the gateway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotificationOutcome {
    /// It was kept.
    Taken,
    /// It was known already.
    Repeated,
    /// It was kept, and staff have to look at the payment.
    Alarm,
    /// Its signature is not the gateway's.
    Refused,
    /// It could not be kept; the gateway sends it again.
    Failed,
}

impl NotificationOutcome {
    pub(super) const ALL: [Self; 5] = [Self::Taken, Self::Repeated, Self::Alarm, Self::Refused, Self::Failed];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Taken => "taken",
            Self::Repeated => "repeated",
            Self::Alarm => "alarm",
            Self::Refused => "refused",
            Self::Failed => "failed",
        }
    }
}

/// The outcome of one attempt to send a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailOutcome {
    /// The mail server took it.
    Sent,
    /// The mail server did not; it is tried again.
    Failed,
    /// The mail server refused its recipient or its content.
    Refused,
    /// It is not tried again.
    GivenUp,
    /// Its kind is switched off in the settings.
    SwitchedOff,
    /// Its address was never verified, and enough mails went there.
    TooMany,
    /// It was not tried, because the mail server is away.
    PutOff,
}

impl MailOutcome {
    pub(super) const ALL: [Self; 7] =
        [Self::Sent, Self::Failed, Self::Refused, Self::GivenUp, Self::SwitchedOff, Self::TooMany, Self::PutOff];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Failed => "failed",
            Self::Refused => "refused",
            Self::GivenUp => "given_up",
            Self::SwitchedOff => "switched_off",
            Self::TooMany => "too_many",
            Self::PutOff => "put_off",
        }
    }
}

/// The source of a public page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PageSource {
    /// The cache.
    Memory,
    /// It was made for this request, or for another one at the same time.
    Made,
    /// None: its caller asked for too many pages, and got the plain one.
    Refused,
}

impl PageSource {
    pub(super) const ALL: [Self; 3] = [Self::Memory, Self::Made, Self::Refused];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Made => "made",
            Self::Refused => "refused",
        }
    }
}
