//! The shop's account at `PayHere` (contract-commerce, section 10: `PAYHERE_*`).

use std::fmt;
use std::time::Duration;

use url::Url;

/// A secret text. It is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    #[must_use]
    pub const fn new(text: String) -> Self {
        Self(text)
    }

    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// The credentials of a business app, which reads records and makes refunds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppCredentials {
    /// `PAYHERE_APP_ID`.
    pub id: String,
    /// `PAYHERE_APP_SECRET`.
    pub secret: Secret,
}

/// The longest times of the calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallTimes {
    pub connect: Duration,
    /// Fetching a token, or reading records, answer included.
    pub read: Duration,
    /// A refund, answer included. Past it the outcome is unknown, so it is long.
    pub refund: Duration,
    /// Waiting for a place within the rate.
    pub turn: Duration,
}

impl Default for CallTimes {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(5),
            read: Duration::from_secs(10),
            refund: Duration::from_secs(30),
            turn: Duration::from_secs(30),
        }
    }
}

#[derive(Clone, Debug)]
pub struct PayHereSettings {
    /// `PAYHERE_MERCHANT_ID`.
    pub merchant_id: String,
    /// `PAYHERE_MERCHANT_SECRET`.
    pub merchant_secret: Secret,
    /// The business app; without one records cannot be read, and refunds go by hand.
    pub app: Option<AppCredentials>,
    /// The gateway's address: <https://www.payhere.lk>, <https://sandbox.payhere.lk>, or a fake one on this machine.
    pub base_url: Url,
    /// The shop's public address, without a slash at the end.
    pub public_url: String,
    /// The longest times of the calls.
    pub times: CallTimes,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_show_no_secret() {
        let settings = PayHereSettings {
            merchant_id: "1211149".to_owned(),
            merchant_secret: Secret::new("hunter2".to_owned()),
            app: Some(AppCredentials { id: "app".to_owned(), secret: Secret::new("hunter3".to_owned()) }),
            base_url: Url::parse("https://sandbox.payhere.lk").unwrap(),
            public_url: "https://shop.example".to_owned(),
            times: CallTimes::default(),
        };
        let shown = format!("{settings:?}");
        assert!(shown.contains("1211149") && !shown.contains("hunter"), "{shown}");
    }
}
