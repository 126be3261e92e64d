//! Secrets in links that the shop mails, prints or shows once.

use std::fmt;
use std::marker::PhantomData;

/// A page of the web app that takes a secret from its address.
pub trait SecretPage {
    /// Its path, without the slash before it.
    const PATH: &'static str;
}

/// The secret in a link to the page `P`, which lets its holder do there what the page is for. It is never logged; tables keep its hash.
pub struct LinkSecret<P> {
    text: String,
    page: PhantomData<fn() -> P>,
}

impl<P> LinkSecret<P> {
    /// A secret of a new link, with at least 128 random bits or signed, or one received from a browser.
    #[must_use]
    pub const fn new(text: String) -> Self {
        Self { text, page: PhantomData }
    }

    /// The secret itself.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.text
    }
}

impl<P: SecretPage> LinkSecret<P> {
    /// The link that carries the secret. `public_url` is the shop's address without a trailing slash. The secret is in the fragment,
    /// which browsers do not send to servers.
    #[must_use]
    pub fn link(&self, public_url: &str) -> String {
        format!("{public_url}/{}#token={}", P::PATH, self.text)
    }
}

impl<P> Clone for LinkSecret<P> {
    fn clone(&self) -> Self {
        Self::new(self.text.clone())
    }
}

impl<P> PartialEq for LinkSecret<P> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl<P> Eq for LinkSecret<P> {}

impl<P> fmt::Debug for LinkSecret<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LinkSecret(…)")
    }
}

#[cfg(test)]
mod tests {
    use crate::accounts::password_reset::ResetSecret;
    use crate::accounts::sign_in_alert::AlertSecret;
    use crate::accounts::staff_invitation::InvitationSecret;
    use crate::setup::SetupSecret;

    #[test]
    fn a_link_leads_to_its_page_and_carries_the_secret_behind_the_hash() {
        let (shop, secret) = ("https://shop.example", || "hunter2".to_owned());
        let links = [
            ResetSecret::new(secret()).link(shop),
            InvitationSecret::new(secret()).link(shop),
            AlertSecret::new(secret()).link(shop),
            SetupSecret::new(secret()).link(shop),
        ];
        let pages = ["reset-password", "accept-invitation", "sessions-ended", "setup"];
        assert_eq!(links, pages.map(|page| format!("https://shop.example/{page}#token=hunter2")));
    }

    #[test]
    fn a_secret_is_not_written_by_debug() {
        let secret = SetupSecret::new("hunter2".to_owned());
        assert_eq!((format!("{secret:?}").as_str(), secret.expose()), ("LinkSecret(…)", "hunter2"));
        assert_eq!(secret, secret.clone());
        assert_ne!(secret, SetupSecret::new("hunter3".to_owned()));
    }
}
