//! `PayHere`'s signatures: MD5 over the signed texts and the hashed secret, in capitals (contract-commerce, section 2).

use std::fmt::Write as _;

use md5::{Digest as _, Md5};
use subtle::ConstantTimeEq as _;

use crate::settings::Secret;

/// upper(md5(texts one after another + upper(md5(secret)))).
pub(crate) fn sign(texts: &[&str], secret: &Secret) -> String {
    let mut hash = Md5::new();
    for text in texts {
        hash.update(text.as_bytes());
    }
    hash.update(capitals(&Md5::digest(secret.expose().as_bytes())).as_bytes());
    capitals(&hash.finalize())
}

/// Whether a signature is right. The time does not depend on where it differs.
pub(crate) fn is_right(signature: &str, texts: &[&str], secret: &Secret) -> bool {
    sign(texts, secret).as_bytes().ct_eq(signature.as_bytes()).into()
}

/// Bytes as hexadecimal digits in capitals.
fn capitals(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02X}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret() -> Secret {
        Secret::new("swordfish".to_owned())
    }

    #[test]
    fn agrees_with_hashes_made_by_another_program() {
        // printf '%s' swordfish | md5sum | tr a-f A-F, then the texts with it through the same.
        let texts = ["1211149", "ARA-7K3M-Q9TX-1", "1234.50", "LKR"];
        assert_eq!(sign(&texts, &secret()), "3BA62AA93EC38EDF61176978D07CCB40");
        let texts = ["1211149", "ARA-7K3M-Q9TX-1", "1234.50", "LKR", "2"];
        assert_eq!(sign(&texts, &secret()), "8D9B90C33E4076A32B995D201C0F60AE");
    }

    #[test]
    fn only_the_whole_signature_is_right() {
        let texts = ["a", "b"];
        let right = sign(&texts, &secret());
        assert!(is_right(&right, &texts, &secret()));
        for wrong in ["", "0", &right[1..], &format!("{right}0"), &right.to_lowercase(), &sign(&texts, &Secret::new(String::new()))] {
            assert!(!is_right(wrong, &texts, &secret()), "{wrong}");
        }
    }
}
