//! The payment gateway (contract-commerce, section 10: `PAYHERE_*`).

use adapter_payhere::{AppCredentials, CallTimes, PayHereSettings, Secret};
use url::{Host, Url};

use crate::config::reader::EnvReader;

const LIVE: &str = "https://www.payhere.lk";
const SANDBOX: &str = "https://sandbox.payhere.lk";

/// Which gateway takes payments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// None.
    Off,
    /// `PayHere`'s sandbox, which takes no money.
    Sandbox,
    /// `PayHere`.
    Live,
    /// A fake one on this machine.
    Test,
}

impl<G: Fn(&str) -> Option<String>> EnvReader<G> {
    /// The shop's account at the gateway; none where payments are off. All variables are checked in every mode.
    pub(crate) fn payments(&mut self, public_url: Option<&str>) -> Option<PayHereSettings> {
        let mode = self.parsed("PAYHERE_MODE", "off", parse_mode);
        let merchant_id = self.optional("PAYHERE_MERCHANT_ID", parse_merchant_id);
        let merchant_secret = self.raw("PAYHERE_MERCHANT_SECRET");
        let app = self.app_credentials();
        let test_url = self.optional("PAYHERE_URL", parse_loopback_url);
        let mode = mode?;
        if mode == Mode::Off {
            return None;
        }
        if self.raw("PAYHERE_MERCHANT_ID").is_none() {
            self.mistakes.add("PAYHERE_MERCHANT_ID", "is needed unless PAYHERE_MODE is off");
        }
        if merchant_secret.is_none() {
            self.mistakes.add("PAYHERE_MERCHANT_SECRET", "is needed unless PAYHERE_MODE is off");
        }
        let base_url = self.gateway_url(mode, test_url);
        let public_url = public_url?;
        if mode == Mode::Live && !public_url.starts_with("https://") {
            self.mistakes.add("PUBLIC_URL", "must be https where PAYHERE_MODE is live");
        }
        Some(PayHereSettings {
            merchant_id: merchant_id?,
            merchant_secret: Secret::new(merchant_secret?),
            app,
            base_url: base_url?,
            public_url: public_url.to_owned(),
            times: CallTimes::default(),
        })
    }

    fn app_credentials(&mut self) -> Option<AppCredentials> {
        let (id, secret) = (self.raw("PAYHERE_APP_ID"), self.raw("PAYHERE_APP_SECRET"));
        match (&id, &secret) {
            (Some(_), None) => self.mistakes.add("PAYHERE_APP_SECRET", "is needed together with PAYHERE_APP_ID"),
            (None, Some(_)) => self.mistakes.add("PAYHERE_APP_ID", "is needed together with PAYHERE_APP_SECRET"),
            _ => {}
        }
        Some(AppCredentials { id: id?, secret: Secret::new(secret?) })
    }

    /// The gateway's address. Only in test mode it is a setting, so that no mistake sends customers elsewhere.
    fn gateway_url(&mut self, mode: Mode, test_url: Option<Url>) -> Option<Url> {
        match (mode, self.raw("PAYHERE_URL")) {
            (Mode::Test, None) => self.mistakes.add("PAYHERE_URL", "is needed where PAYHERE_MODE is test"),
            (Mode::Live | Mode::Sandbox, Some(_)) => self.mistakes.add("PAYHERE_URL", "is for PAYHERE_MODE=test alone"),
            _ => {}
        }
        match mode {
            Mode::Test => test_url,
            Mode::Live => Url::parse(LIVE).ok(),
            Mode::Sandbox => Url::parse(SANDBOX).ok(),
            Mode::Off => None,
        }
    }
}

fn parse_mode(text: &str) -> Result<Mode, &'static str> {
    match text {
        "off" => Ok(Mode::Off),
        "sandbox" => Ok(Mode::Sandbox),
        "live" => Ok(Mode::Live),
        "test" => Ok(Mode::Test),
        _ => Err("must be off, sandbox, live or test"),
    }
}

fn parse_merchant_id(text: &str) -> Result<String, &'static str> {
    let plain = text.len() <= 40 && text.bytes().all(|b| b.is_ascii_alphanumeric());
    if plain { Ok(text.to_owned()) } else { Err("must be letters and digits") }
}

/// An http URL of this machine, without a path.
fn parse_loopback_url(text: &str) -> Result<Url, &'static str> {
    let bare = |url: &Url| url.scheme() == "http" && url.path() == "/" && url.query().is_none() && url.fragment().is_none();
    let is_here = |url: &Url| match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    };
    let url = Url::parse(text).ok().filter(|url| bare(url) && is_here(url) && url.username().is_empty() && url.password().is_none());
    url.ok_or("must be an http URL of this machine, such as http://127.0.0.1:8090")
}
