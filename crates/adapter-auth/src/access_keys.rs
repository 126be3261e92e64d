//! The keys of guests' orders: HMAC-SHA-256 over the number of the order and the epoch of its key (contract-commerce, section 5).

use aws_lc_rs::hmac;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::orders::guest_orders::{AccessEpoch, AccessKey, AccessKeys};
use domain::shared::order_id::OrderId;

use crate::signer::JwtTokens;

/// Tells the derived key from all others that are made of the signing key.
const PURPOSE: &[u8] = b"araliya:order-access:1";

/// The key of the keys of orders, which says nothing of the signing key.
pub(crate) fn derived_from(signing_key: &[u8]) -> hmac::Key {
    let derived = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, signing_key), PURPOSE);
    hmac::Key::new(hmac::HMAC_SHA256, derived.as_ref())
}

/// What is signed. A number of an order has no space.
fn subject(order: &OrderId, epoch: AccessEpoch) -> String {
    format!("{} {}", order.as_str(), epoch.0)
}

impl AccessKeys for JwtTokens {
    fn key_of(&self, order: &OrderId, epoch: AccessEpoch) -> AccessKey {
        AccessKey::new(URL_SAFE_NO_PAD.encode(hmac::sign(&self.access_key, subject(order, epoch).as_bytes())))
    }

    fn is_key_of(&self, text: &str, order: &OrderId, epoch: AccessEpoch) -> bool {
        let tag = URL_SAFE_NO_PAD.decode(text).ok();
        // The library compares in constant time.
        tag.is_some_and(|tag| hmac::verify(&self.access_key, subject(order, epoch).as_bytes(), &tag).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use domain::shared::ports::Clock;

    use super::*;

    struct NoClock;

    impl Clock for NoClock {
        fn now(&self) -> chrono::DateTime<chrono::Utc> {
            testkit::moments::now()
        }
    }

    fn keys(secret: &[u8]) -> JwtTokens {
        JwtTokens::new(secret, Arc::new(NoClock)).unwrap()
    }

    const SECRET: &[u8] = b"0123456789abcdef0123456789abcdef";

    #[test]
    fn a_key_is_good_for_one_order_in_one_epoch_of_one_shop() {
        let (order, other) = (OrderId::from_random(1), OrderId::from_random(2));
        let key = keys(SECRET).key_of(&order, AccessEpoch(0));
        let opens = |secret, text: &str, order, epoch| keys(secret).is_key_of(text, order, AccessEpoch(epoch));
        assert!(opens(SECRET, key.expose(), &order, 0));
        assert!(!opens(SECRET, key.expose(), &other, 0));
        assert!(!opens(SECRET, key.expose(), &order, 1));
        assert!(!opens(b"another key, another key, another", key.expose(), &order, 0));
        for text in ["", "x", "=", &key.expose()[1..], &format!("{}A", key.expose())] {
            assert!(!opens(SECRET, text, &order, 0), "{text}");
        }
    }

    /// Links that were mailed stay good.
    #[test]
    fn the_keys_stay_as_they_are_to_the_letter() {
        let order = OrderId::parse("ARA-7K3M-Q9TX").unwrap();
        assert_eq!(keys(SECRET).key_of(&order, AccessEpoch(3)).expose(), "-yehr_PxCvvUGBuRgB5UnVlKIMf4UqfoYiY4yQrWTyo");
    }
}
