//! `GET` and `PUT /log-level` on the private listener: which lines the log has, changed while the shop runs.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use actix_web::http::header::{CACHE_CONTROL, HOST};
use actix_web::web::{self, Data, Query};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use serde::Deserialize;

/// The longest filter in bytes; `RUST_LOG` of a person has some dozens.
pub const MAX_FILTER_BYTES: usize = 2_048;
/// The longest time of a filter that returns: a day.
pub const MAX_MINUTES: u32 = 1_440;

/// Which lines the log has, in the syntax of `RUST_LOG`.
pub trait LogLevel: Send + Sync {
    /// The present filter.
    fn present(&self) -> String;

    /// Sets another filter: for ever, or for a time after which the last one that was set for ever returns.
    ///
    /// # Errors
    /// What is wrong with the filter, in one sentence; nothing changes then.
    fn set(&self, filter: &str, time: Option<Duration>) -> Result<(), String>;
}

/// How long a filter is to hold.
#[derive(Debug, Deserialize)]
pub(crate) struct Wanted {
    minutes: Option<String>,
}

/// Shows the present filter.
pub(crate) async fn show(level: Data<Arc<dyn LogLevel>>) -> HttpResponse {
    text(HttpResponse::Ok(), &level.present())
}

/// Sets another filter, and answers it. A page of another site in the operator's browser may reach this listener under a name of its own,
/// which it leads to this machine (DNS rebinding): such a name is refused.
pub(crate) async fn change(
    level: Data<Arc<dyn LogLevel>>,
    Query(wanted): Query<Wanted>,
    request: HttpRequest,
    body: web::Bytes,
) -> HttpResponse {
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    if !host.is_some_and(names_the_machine) {
        return text(HttpResponse::Forbidden(), "Address this listener by an IP address or localhost.");
    }
    match set(&***level, wanted.minutes.as_deref(), &body) {
        Ok(()) => text(HttpResponse::Ok(), &level.present()),
        Err(refusal) => text(HttpResponse::BadRequest(), &refusal),
    }
}

/// Whether a `Host` is an IP address or `localhost`, which no name server leads elsewhere, with or without a port.
fn names_the_machine(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) && !name.ends_with(':') => name,
        _ => host,
    };
    let bare = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(name);
    name.eq_ignore_ascii_case("localhost") || bare.parse::<IpAddr>().is_ok()
}

fn set(level: &dyn LogLevel, minutes: Option<&str>, body: &[u8]) -> Result<(), String> {
    let filter = std::str::from_utf8(body).map_err(|_| "The body must be UTF-8.".to_owned())?.trim();
    if filter.is_empty() || filter.len() > MAX_FILTER_BYTES {
        return Err(format!("The body must be a filter such as info,api=debug, of at most {MAX_FILTER_BYTES} bytes."));
    }
    let minutes = minutes.map(|text| text.parse().ok().filter(|minutes| (1..=MAX_MINUTES).contains(minutes)));
    let Some(minutes) = minutes.map_or(Some(None), |read: Option<u32>| read.map(Some)) else {
        return Err(format!("minutes must be a number from 1 to {MAX_MINUTES}."));
    };
    level.set(filter, minutes.map(|minutes| Duration::from_secs(u64::from(minutes) * 60)))
}

fn text(mut answer: HttpResponseBuilder, line: &str) -> HttpResponse {
    answer.insert_header((CACHE_CONTROL, "no-store")).content_type("text/plain; charset=utf-8").body(format!("{line}\n"))
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// Notes what is set; refuses `loud`.
    #[derive(Default)]
    struct Noted(Mutex<Vec<(String, Option<Duration>)>>);

    impl LogLevel for Noted {
        fn present(&self) -> String {
            String::new()
        }

        fn set(&self, filter: &str, time: Option<Duration>) -> Result<(), String> {
            if filter == "loud" {
                return Err("no level".to_owned());
            }
            self.0.lock().unwrap().push((filter.to_owned(), time));
            Ok(())
        }
    }

    #[test]
    fn an_address_or_localhost_names_the_machine_and_nothing_else_does() {
        for host in ["127.0.0.1:9100", "127.0.0.1", "10.0.0.7:1", "localhost:9100", "LocalHost", "[::1]:9100", "[::1]", "::1"] {
            assert!(names_the_machine(host), "{host}");
        }
        for host in ["evil.example:9100", "evil.example", "", ":9100", "localhost.evil.example", "127.0.0.1.evil.example:80", "[evil]:1"] {
            assert!(!names_the_machine(host), "{host}");
        }
    }

    #[test]
    fn a_filter_holds_for_ever_or_for_minutes() {
        let noted = Noted::default();
        set(&noted, None, b" info,api=debug\n").unwrap();
        set(&noted, Some("1440"), b"trace").unwrap();
        let expected = [("info,api=debug".to_owned(), None), ("trace".to_owned(), Some(Duration::from_secs(86_400)))];
        assert_eq!(*noted.0.lock().unwrap(), expected);
    }

    #[test]
    fn what_is_wrong_changes_nothing() {
        let (noted, long) = (Noted::default(), vec![b'a'; MAX_FILTER_BYTES + 1]);
        for (minutes, body) in [
            (None, &b""[..]),
            (None, b" \n"),
            (None, b"\xff"),
            (None, &long),
            (None, b"loud"),
            (Some("0"), b"info"),
            (Some("1441"), b"info"),
            (Some("-1"), b"info"),
            (Some("soon"), b"info"),
            (Some(""), b"info"),
        ] {
            assert!(set(&noted, minutes, body).is_err(), "{minutes:?} {body:?}");
        }
        assert!(noted.0.lock().unwrap().is_empty());
    }
}
