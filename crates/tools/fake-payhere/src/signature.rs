//! The gateway's own code for signatures.

use md5::{Digest as _, Md5};

/// The MD5 sum of a text in capital hexadecimal digits.
fn md5_capitals(text: &str) -> String {
    const DIGITS: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'];
    let digit = |value: u8| DIGITS.get(usize::from(value)).copied().unwrap_or('?');
    Md5::digest(text).iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// The `hash` of a checkout.
pub(crate) fn of_checkout(merchant: &str, order: &str, amount: &str, currency: &str, secret: &str) -> String {
    md5_capitals(&format!("{merchant}{order}{amount}{currency}{}", md5_capitals(secret)))
}

/// The `md5sig` of a notification.
pub(crate) fn of_notification(merchant: &str, order: &str, amount: &str, currency: &str, status: i32, secret: &str) -> String {
    md5_capitals(&format!("{merchant}{order}{amount}{currency}{status}{}", md5_capitals(secret)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_hashes_made_by_another_program() {
        assert_eq!(md5_capitals(""), "D41D8CD98F00B204E9800998ECF8427E");
        // printf '%s' swordfish | md5sum | tr a-f A-F, then the texts with it through the same.
        assert_eq!(of_checkout("1211149", "ARA-7K3M-Q9TX-1", "1234.50", "LKR", "swordfish"), "3BA62AA93EC38EDF61176978D07CCB40");
        assert_eq!(of_notification("1211149", "ARA-7K3M-Q9TX-1", "1234.50", "LKR", 2, "swordfish"), "8D9B90C33E4076A32B995D201C0F60AE");
    }
}
