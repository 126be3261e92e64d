//! Signatures of `PayHere`: the MD5 of the signed fields followed by the MD5 of the secret, both in upper-case hexadecimal digits
//! (contract-commerce, section 2).

use std::fmt::Write as _;

use md5::{Digest as _, Md5};
use subtle::ConstantTimeEq as _;

use crate::settings::Secret;

/// `upper(md5(fields + upper(md5(secret))))`; the fields follow each other without separators.
pub(crate) fn sign(fields: &[&str], secret: &Secret) -> String {
    let mut hash = Md5::new();
    for text in fields {
        hash.update(text.as_bytes());
    }
    hash.update(upper_hex(&Md5::digest(secret.expose().as_bytes())).as_bytes());
    upper_hex(&hash.finalize())
}

/// Whether a signature is that of the fields, in upper case. Compares in constant time.
pub(crate) fn is_valid(signature: &str, fields: &[&str], secret: &Secret) -> bool {
    sign(fields, secret).as_bytes().ct_eq(signature.as_bytes()).into()
}

/// Bytes as hexadecimal digits in upper case.
fn upper_hex(bytes: &[u8]) -> String {
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
    fn agrees_with_md5sum() {
        // secret=$(printf '%s' swordfish | md5sum | cut -c1-32 | tr a-f A-F); printf '%s' "$fields$secret" | md5sum | tr a-f A-F
        let fields = ["1211149", "ARA-7K3M-Q9TX-1", "1234.50", "LKR"];
        assert_eq!(sign(&fields, &secret()), "3BA62AA93EC38EDF61176978D07CCB40");
        let fields = ["1211149", "ARA-7K3M-Q9TX-1", "1234.50", "LKR", "2"];
        assert_eq!(sign(&fields, &secret()), "8D9B90C33E4076A32B995D201C0F60AE");
    }

    #[test]
    fn another_text_case_or_secret_is_no_valid_signature() {
        let fields = ["a", "b"];
        let right = sign(&fields, &secret());
        assert!(is_valid(&right, &fields, &secret()));
        for wrong in ["", "0", &right[1..], &format!("{right}0"), &right.to_lowercase(), &sign(&fields, &Secret::new(String::new()))] {
            assert!(!is_valid(wrong, &fields, &secret()), "{wrong}");
        }
    }
}
