//! E-mail addresses, compared without regard to case.

use std::fmt;

/// An e-mail address in lower case, so that two spellings of one address are equal (contract, Users).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EmailAddress(String);

/// The text is no e-mail address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Invalid email format")]
pub struct EmailError;

/// The longest local part (RFC 5321 §4.5.3.1.1).
const MAX_LOCAL: usize = 64;
/// The longest label of a host, in bytes (RFC 1035 §2.3.4).
const MAX_LABEL: usize = 63;

impl EmailAddress {
    /// The longest address SMTP can carry, in bytes (RFC 5321 §4.5.3.1.3, less the angle brackets).
    pub const MAX_LENGTH: usize = 254;

    /// Trims, checks and lower-cases an address: non-space text, an at sign, non-space text with a dot inside
    /// (`spec.md` §5), and no character that could end a mail header. Mail can be sent to it: its parts have the characters and the
    /// lengths of Internet mail (RFC 5321, RFC 5322 §3.2.3, RFC 1035 §2.3.4).
    ///
    /// # Errors
    /// [`EmailError`] when it is no address.
    pub fn parse(text: &str) -> Result<Self, EmailError> {
        let address = Self::parse_known(text)?;
        let (local, host) = address.0.rsplit_once('@').ok_or(EmailError)?;
        let is_mailable =
            local.split('.').all(is_atom) && is_plainly_spelled(host) && is_mailable_host(host) && !address.0.contains(is_of_another_width);
        is_mailable.then_some(address).ok_or(EmailError)
    }

    /// Reads an address that may be known from a release before, which took some to which no mail can be sent.
    ///
    /// # Errors
    /// [`EmailError`] when no release took it.
    pub fn parse_known(text: &str) -> Result<Self, EmailError> {
        let text = text.trim().to_lowercase();
        let (local, host) = text.rsplit_once('@').ok_or(EmailError)?;
        let plain = |s: &str| !s.is_empty() && s.chars().all(|c| !c.is_whitespace() && !c.is_control() && !"<>()[],;:\\\"@".contains(c));
        let labels = host.split('.').all(|l| !l.is_empty() && !l.starts_with('-') && !l.ends_with('-'));
        let dots = !local.starts_with('.') && !local.ends_with('.') && !local.contains("..");
        if text.len() > Self::MAX_LENGTH
            || local.len() > MAX_LOCAL
            || !plain(local)
            || !plain(host)
            || !host.contains('.')
            || !labels
            || !dots
        {
            return Err(EmailError);
        }
        Ok(Self(text))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The address as a stranger may see it: `ni***@example.com`, one letter where the name has one or two
    /// (contract, Reviews).
    #[must_use]
    pub fn masked(&self) -> String {
        let (local, host) = self.0.rsplit_once('@').unwrap_or(("", &self.0));
        let shown = if local.chars().count() > 2 { 2 } else { 1 };
        let start: String = local.chars().take(shown).collect();
        format!("{start}***@{host}")
    }
}

/// Letters by Unicode that are drawn as nothing.
const BLANK_LETTERS: [char; 3] = ['\u{115f}', '\u{1160}', '\u{3164}'];

/// Whether a host is written as the domain name system has it, in ASCII or in the letters of its script: `exam\u{ad}ple.com`,
/// `ⓔxample.com` and many others are `example.com`, and would make many accounts of one mailbox.
fn is_plainly_spelled(host: &str) -> bool {
    let Ok(ascii) = idna::domain_to_ascii(host) else { return false };
    let (unicode, valid) = idna::domain_to_unicode(&ascii);
    valid.is_ok() && (host == ascii || host == unicode)
}

/// Whether a text is an atom of an address (RFC 5322 §3.2.3), with the letters and digits of all scripts (RFC 6531).
fn is_atom(text: &str) -> bool {
    let is_read = |c: char| c.is_alphanumeric() && !BLANK_LETTERS.contains(&c);
    !text.is_empty() && text.chars().all(|c| is_read(c) || "!#$%&'*+-/=?^_`{|}~".contains(c))
}

/// Whether a character is the wide or narrow form of another one (Unicode, U+FF00 to U+FFEF). Mail programs may take `ｏｗｎｅｒ` for `owner`.
const fn is_of_another_width(c: char) -> bool {
    matches!(c, '\u{ff00}'..='\u{ffef}')
}

/// Whether the labels of a host have the characters and lengths of the domain name system, which spells other scripts in ASCII.
fn is_mailable_host(host: &str) -> bool {
    let Ok(spelled) = idna::domain_to_ascii(host) else { return false };
    let ends_well = |label: &str| label.starts_with(char::is_alphanumeric) && label.ends_with(char::is_alphanumeric);
    spelled.split('.').all(|label| is_atom(label) && ends_well(label) && label.len() <= MAX_LABEL)
}

impl fmt::Display for EmailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn email(text: &str) -> EmailAddress {
        EmailAddress::parse(text).unwrap()
    }

    #[test]
    fn addresses_are_equal_without_regard_to_case() {
        assert_eq!(email(" Nimali.Perera+shop@Example.COM "), email("nimali.perera+shop@example.com"));
        assert_eq!(email("NIMALI@EXAMPLE.LK").as_str(), "nimali@example.lk");
    }

    #[test]
    fn other_spellings_of_a_host_are_refused() {
        for host in [
            "example.com\u{200b}",
            "exam\u{ad}ple.com",
            "ⓔxample.com",
            "𝐞xample.com",
            "example\u{2060}.com",
            "example.com\u{fe0f}",
            "mu\u{308}nchen.example",
        ] {
            assert_eq!(EmailAddress::parse(&format!("box@{host}")), Err(EmailError), "{host:?}");
        }
        for host in ["münchen.example", "xn--mnchen-3ya.example"] {
            assert_eq!(email(&format!("box@{host}")).as_str(), format!("box@{host}"));
        }
    }

    #[test]
    fn accepts_real_addresses() {
        for text in [
            "a@b.lk",
            "first.last@sub.domain.co.uk",
            "o'neil_99-x@x-y.example",
            "{weird}!#$%&*/=?^`|~@example.com",
            "නිමාලි@example.lk",
            "a@127.0.0.1",
        ] {
            assert!(EmailAddress::parse(text).is_ok(), "{text}");
        }
        assert!(EmailAddress::parse(&format!("{}@example.com", "a".repeat(64))).is_ok());
    }

    #[test]
    fn refuses_the_rest() {
        for text in [
            "",
            " ",
            "@",
            "a",
            "a@",
            "@b.lk",
            "a@b",
            "a@.lk",
            "a@b.",
            "a@b..lk",
            "a@-b.lk",
            "a@b-.lk",
            "a b@c.lk",
            "a@b c.lk",
            "a@@b.lk",
            "a@b@c.lk",
            ".a@b.lk",
            "a.@b.lk",
            "a..b@c.lk",
            "<a@b.lk>",
            "A <a@b.lk>",
            "a@b.lk,c@d.lk",
            "a@b.lk;c@d.lk",
            "\"a b\"@c.lk",
            "a@[127.0.0.1]",
            "a(comment)@b.lk",
            "a\\b@c.lk",
            "a@b.lk\r\nBcc: x@y.lk",
            "a\n@b.lk",
            "a\0@b.lk",
            "a@b.l\u{7f}k",
            "a\u{a0}b@c.lk",
            "a@_b.lk",
            "a@b_.lk",
        ] {
            assert_eq!(EmailAddress::parse(text), Err(EmailError), "{text:?}");
        }
        assert_eq!(EmailError.to_string(), "Invalid email format");
    }

    #[test]
    fn keeps_to_the_length_of_smtp() {
        assert_eq!(EmailAddress::parse(&format!("{}@example.com", "a".repeat(65))), Err(EmailError));
        let host = |length: usize| format!("{}lk", format!("{}.", "a".repeat(49)).repeat(5)).split_off(252 - length);
        assert!(EmailAddress::parse(&format!("a@{}", host(252))).is_ok());
        assert_eq!(EmailAddress::parse(&format!("ab@{}", host(252))), Err(EmailError));
        // Lower-casing makes this letter longer; the limit is about the address as it is kept.
        assert_eq!(EmailAddress::parse(&format!("{}@example.com", "İ".repeat(32))), Err(EmailError));
    }

    #[test]
    fn a_label_has_the_length_of_the_domain_name_system() {
        let with_label = |label: &str| EmailAddress::parse(&format!("a@{label}.lk"));
        assert!(with_label(&"b".repeat(63)).is_ok());
        assert_eq!(with_label(&"b".repeat(64)), Err(EmailError));
        assert!(with_label("නිමාලිගේසුවඳවර්ගවෙළඳසැල").is_ok(), "69 bytes, and fewer where it is spelled in ASCII");
        assert_eq!(with_label(&"නි".repeat(60)), Err(EmailError), "longer than a label, also where it is spelled in ASCII");
    }

    #[test]
    fn an_address_of_a_release_before_can_be_read_and_is_not_new() {
        for text in [&format!("a@{}.lk", "b".repeat(64)), "🌸@example.lk", "a@\u{202e}b.lk", "a\u{200b}b@example.lk"] {
            assert!(EmailAddress::parse_known(text).is_ok(), "{text:?}");
            assert_eq!(EmailAddress::parse(text), Err(EmailError), "{text:?}");
        }
    }

    #[test]
    fn strangers_see_the_first_letters() {
        for (address, masked) in [
            ("nimali@example.com", "ni***@example.com"),
            ("abc@example.com", "ab***@example.com"),
            ("ab@example.com", "a***@example.com"),
            ("a@example.com", "a***@example.com"),
            ("නිමාලි@example.lk", "නි***@example.lk"),
        ] {
            assert_eq!(email(address).masked(), masked);
        }
    }

    proptest! {
        #[test]
        fn parsing_is_idempotent(text in "\\PC{0,6}@\\PC{0,6}\\.\\PC{0,4}|[a-zA-Z.İΣẞ+-]{1,20}@[a-zA-Z-]{1,10}\\.[a-z]{2,3}") {
            if let Ok(parsed) = EmailAddress::parse(&text) {
                prop_assert_eq!(EmailAddress::parse(parsed.as_str()), Ok(parsed.clone()));
                prop_assert!(!parsed.as_str().chars().any(|c| c.is_whitespace() || c.is_control()));
                prop_assert_eq!(parsed.as_str().matches('@').count(), 1);
            }
        }

        #[test]
        fn a_mask_hides_all_but_two_letters(local in "[a-z]{3,20}") {
            let masked = email(&format!("{local}@example.com")).masked();
            prop_assert_eq!(masked, format!("{}***@example.com", &local[..2]));
        }
    }
}
