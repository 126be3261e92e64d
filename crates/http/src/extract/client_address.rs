//! The address of the client: the peer of the connection, or the one that a configured proxy reports.

use std::net::{IpAddr, Ipv4Addr};

use actix_web::http::header::HeaderName;
use actix_web::{HttpRequest, web};

use crate::server::config::HttpConfig;

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The address of the client (contract, Conventions): the peer of the connection, or, if that is a trusted proxy, the rightmost
/// hop of `X-Forwarded-For` that is not one. Hops further left may be forged.
#[must_use]
pub fn client_address(request: &HttpRequest) -> IpAddr {
    let trusted = request.app_data::<web::Data<HttpConfig>>().map_or(&[][..], |config| &config.trusted_proxies);
    let peer = request.peer_addr().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.ip());
    // Bytes that are not text, on the left, must not hide the hop that the proxy appended.
    let headers: Vec<_> = request.headers().get_all(X_FORWARDED_FOR).map(|v| String::from_utf8_lossy(v.as_bytes())).collect();
    let forwarded: Vec<&str> = headers.iter().flat_map(|v| v.split(',')).collect();
    behind_proxies(peer, &forwarded, trusted)
}

/// Walks from the connection towards the client while the hop is trusted and the next one is readable.
fn behind_proxies(peer: IpAddr, forwarded: &[&str], trusted: &[IpAddr]) -> IpAddr {
    let is_trusted = |address: &IpAddr| trusted.iter().any(|t| t.to_canonical() == *address);
    let mut client = peer.to_canonical();
    for hop in forwarded.iter().rev() {
        if !is_trusted(&client) {
            break;
        }
        let Some(before) = parse_hop(hop.trim()) else { break };
        client = before;
    }
    client
}

/// An address, with or without a port.
fn parse_hop(hop: &str) -> Option<IpAddr> {
    let address = hop
        .parse::<IpAddr>()
        .or_else(|_| hop.parse::<std::net::SocketAddr>().map(|a| a.ip()))
        .or_else(|_| hop.trim_start_matches('[').trim_end_matches(']').parse())
        .ok()?;
    Some(address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(peer: &str, forwarded: &[&str], trusted: &[&str]) -> String {
        let trusted: Vec<IpAddr> = trusted.iter().map(|t| t.parse().unwrap()).collect();
        behind_proxies(peer.parse().unwrap(), forwarded, &trusted).to_string()
    }

    #[test]
    fn nobody_is_believed_unless_configured() {
        assert_eq!(client("203.0.113.9", &["198.51.100.1"], &[]), "203.0.113.9");
        assert_eq!(client("203.0.113.9", &["198.51.100.1"], &["10.0.0.1"]), "203.0.113.9");
    }

    #[test]
    fn the_rightmost_hop_that_is_no_proxy_counts() {
        let proxies = ["10.0.0.1", "10.0.0.2"];
        assert_eq!(client("10.0.0.1", &["6.6.6.6", " 198.51.100.1"], &proxies), "198.51.100.1");
        assert_eq!(client("10.0.0.1", &["6.6.6.6", "198.51.100.1", "10.0.0.2"], &proxies), "198.51.100.1");
        assert_eq!(client("10.0.0.1", &[], &proxies), "10.0.0.1");
        assert_eq!(client("10.0.0.1", &["10.0.0.2"], &proxies), "10.0.0.2");
    }

    #[test]
    fn an_unreadable_hop_ends_the_walk() {
        assert_eq!(client("10.0.0.1", &["198.51.100.1", "unknown"], &["10.0.0.1"]), "10.0.0.1");
        assert_eq!(client("10.0.0.1", &["198.51.100.1", ""], &["10.0.0.1"]), "10.0.0.1");
    }

    #[test]
    fn ports_brackets_and_mapped_addresses_are_read() {
        for (hop, address) in [
            ("198.51.100.1:4711", "198.51.100.1"),
            ("[2001:db8::1]:443", "2001:db8::1"),
            ("[2001:db8::1]", "2001:db8::1"),
            ("::ffff:198.51.100.1", "198.51.100.1"),
        ] {
            assert_eq!(client("::ffff:10.0.0.1", &[hop], &["10.0.0.1"]), address);
        }
    }
}
