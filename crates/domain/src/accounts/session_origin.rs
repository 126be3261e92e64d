//! Device and masked network of a session, as its user sees them (contract-owner, section 2).

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Programs and the part of a `User-Agent` that names them. The first that occurs counts: most name others too.
const PROGRAMS: [(&str, &str); 9] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
];
/// Systems, in the same manner.
const SYSTEMS: [(&str, &str); 8] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
];

/// The kind of a device, such as `Firefox on Linux`. It is made of the words of this file alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DeviceName(String);

impl DeviceName {
    /// The longest stored name in characters.
    const MAX_LENGTH: usize = 60;

    /// The kind of device that a `User-Agent` header names.
    #[must_use]
    pub fn of_user_agent(header: Option<&str>) -> Self {
        let header = header.unwrap_or_default();
        let named = |names: &[(&str, &'static str)]| names.iter().find(|(part, _)| header.contains(part)).map(|(_, name)| *name);
        Self(match (named(&PROGRAMS), named(&SYSTEMS)) {
            (Some(program), Some(system)) => format!("{program} on {system}"),
            (Some(program), None) => program.to_owned(),
            (None, Some(system)) => format!("A program on {system}"),
            (None, None) => "An unknown device".to_owned(),
        })
    }

    /// A name as it is stored; `None` for a text that is too long or empty.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        (1..=Self::MAX_LENGTH).contains(&text.chars().count()).then(|| Self(text.to_owned()))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A network without the part of its addresses that names a subscriber: a /24 of IPv4, a /48 of IPv6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Network(IpAddr);

impl Network {
    /// The network of an address; an IPv4 address written as IPv6 is one of IPv4.
    #[must_use]
    pub fn of(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V4(v4) => IpAddr::V4(Ipv4Addr::from_bits(v4.to_bits() & (u32::MAX << 8))),
            IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & (u128::MAX << 80))),
        })
    }

    /// Reads the form of `Display`; `None` for anything else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let network = Self::of(text.split_once('/')?.0.parse().ok()?);
        (network.to_string() == text).then_some(network)
    }
}

/// `192.0.2.0/24` or `2001:db8:7::/48`.
impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.0, if self.0.is_ipv4() { 24 } else { 48 })
    }
}

/// Where a session began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionOrigin {
    /// The kind of device.
    pub device: DeviceName,
    pub network: Network,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn common_browsers_have_their_names() {
        let windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
        for (header, name) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"),
            (windows, "Chrome on Windows"),
            (&format!("{windows} Edg/142.0.0.0"), "Edge on Windows"),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
                "Safari on macOS",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile/15E148 Safari/604.1",
                "Safari on iPhone",
            ),
            (
                "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            ("curl/8.16.0", "curl"),
            ("a robot of Windows", "A program on Windows"),
            ("<script>alert(1)</script>", "An unknown device"),
        ] {
            assert_eq!(DeviceName::of_user_agent(Some(header)).as_str(), name, "{header}");
        }
        assert_eq!(DeviceName::of_user_agent(None).as_str(), "An unknown device");
    }

    #[test]
    fn networks_hide_the_subscriber() {
        for (address, network) in [
            ("192.0.2.77", "192.0.2.0/24"),
            ("::ffff:192.0.2.77", "192.0.2.0/24"),
            ("2001:db8:7:1::42", "2001:db8:7::/48"),
            ("::1", "::/48"),
        ] {
            let masked = Network::of(address.parse().unwrap());
            assert_eq!(masked.to_string(), network);
            assert_eq!(Network::parse(network), Some(masked));
        }
        for text in ["", "192.0.2.77/24", "192.0.2.0", "192.0.2.0/16", "2001:db8:7:1::/48", "a/24"] {
            assert_eq!(Network::parse(text), None, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn every_name_can_be_stored(header: String, part in 0..PROGRAMS.len()) {
            let name = DeviceName::of_user_agent(Some(&format!("{header}{}", PROGRAMS[part].0)));
            prop_assert_eq!(DeviceName::parse(name.as_str()), Some(name));
        }

        #[test]
        fn every_network_is_read_as_it_is_written(address: IpAddr) {
            let network = Network::of(address);
            prop_assert_eq!(Network::parse(&network.to_string()), Some(network));
        }
    }
}
