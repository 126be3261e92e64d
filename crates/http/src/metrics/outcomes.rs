//! What is counted apart: values of labels.

/// Declares values of a label with their names in the metrics.
macro_rules! labels {
    ($($(#[$doc:meta])* $visibility:vis enum $label:ident { $($(#[$of_variant:meta])* $variant:ident = $name:literal,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $visibility enum $label {
            $($(#[$of_variant])* $variant,)+
        }

        impl $label {
            pub(super) const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// The name in the metrics and in traces.
            #[must_use]
            $visibility const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }
    )+};
}

labels! {
    /// A call of the index of products.
    pub enum SearchCall {
        Find = "find",
        Facets = "facets",
        StockReport = "stock_report",
        Suggest = "suggest",
    }

    /// A call of the payment gateway.
    pub enum GatewayCall {
        /// It reads the payments of an attempt.
        FindPayments = "find_payments",
        /// It returns money.
        Refund = "refund",
    }

    /// The outcome of a notification of the gateway.
    pub enum NotificationOutcome {
        /// It was kept.
        Taken = "taken",
        /// It was known already.
        Repeated = "repeated",
        /// It was kept, and staff have to look at the payment.
        Alarm = "alarm",
        /// Its signature is not the gateway's.
        Refused = "refused",
        /// It could not be kept; the gateway sends it again.
        Failed = "failed",
    }

    /// The outcome of one attempt to send a mail.
    pub enum MailOutcome {
        /// The mail server took it.
        Sent = "sent",
        /// The mail server did not; it is tried again.
        Failed = "failed",
        /// The mail server refused its recipient or its content.
        Refused = "refused",
        /// It is not tried again.
        GivenUp = "given_up",
        /// Its kind is switched off in the settings.
        SwitchedOff = "switched_off",
        /// Its address was never verified, and enough mails went there.
        TooMany = "too_many",
        /// It was not tried, because the mail server is away.
        PutOff = "put_off",
    }

    /// The source of a public page.
    pub(crate) enum PageSource {
        /// The cache.
        Memory = "memory",
        /// It was made for this request, or for another one at the same time.
        Made = "made",
        /// None: its caller asked for too many pages, and got the plain one.
        Refused = "refused",
    }
}
