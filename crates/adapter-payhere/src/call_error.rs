//! Why a call of the gateway's API failed.

/// A failed call. It contains no address, token or answer: these may be secret.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CallError {
    /// There are no App credentials.
    #[error("PAYHERE_APP_ID is not set")]
    NotConfigured,
    /// No place within the rate.
    #[error("too many calls wait")]
    Busy,
    /// No connection: the request was never sent.
    #[error("the gateway cannot be reached")]
    NotReached(#[source] reqwest::Error),
    /// The gateway did not read the request: it refused the token, the credentials or the rate.
    #[error("the gateway refused the caller with status {0}")]
    Refused(u16),
    /// No answer, or half of one.
    #[error("the gateway did not answer")]
    NoAnswer(#[source] reqwest::Error),
    /// The answer has no end.
    #[error("the gateway's answer is too long")]
    TooLong,
    #[error("the gateway answered with status {0}")]
    Status(u16),
    /// The answer has another form.
    #[error("the gateway's answer cannot be read")]
    Unreadable(#[from] serde_json::Error),
    /// The answer's `status` is not among those that the call expects.
    #[error("the gateway's answer has the status {0}")]
    Envelope(i64),
}

impl CallError {
    /// Whether the gateway certainly did not act.
    pub(crate) const fn is_unsent(&self) -> bool {
        matches!(self, Self::NotConfigured | Self::Busy | Self::NotReached(_) | Self::Refused(_))
    }
}

impl From<reqwest::Error> for CallError {
    fn from(error: reqwest::Error) -> Self {
        if error.is_connect() || error.is_builder() { Self::NotReached(error.without_url()) } else { Self::NoAnswer(error.without_url()) }
    }
}
