//! The contract's limits, on a clock that the tests advance.

use actix_web::ResponseError as _;
use governor::clock::FakeRelativeClock;

use super::*;

fn caller(address: &str) -> Caller {
    Caller::at(address.parse().unwrap())
}

fn limits(scale: f64) -> RateLimits<FakeRelativeClock> {
    RateLimits::with_clock(scale, FakeRelativeClock::default())
}

/// The number of requests that pass at once, counted to 1,000.
fn burst(limits: &RateLimits<FakeRelativeClock>, rule: Rule) -> usize {
    (0..1_000).take_while(|_| limits.check(rule, caller("192.0.2.1")).is_ok()).count()
}

#[test]
fn the_contracts_numbers_hold() {
    for (rule, at_once, until_full) in [
        (Rule::Login, 10, MINUTE),
        (Rule::Register, 5, HOUR),
        (Rule::Contact, 5, HOUR),
        (Rule::AnonymousUpload, 5, HOUR),
        (Rule::CustomerUpload, 30, HOUR),
        (Rule::AdminUpload, 600, HOUR),
        (Rule::ChangeDetails, 30, MINUTE),
        (Rule::ForgotPassword, 10, HOUR),
        (Rule::VerifyEmail, 10, MINUTE),
        (Rule::ResendVerification, 3, HOUR),
        (Rule::PlaceOrder, 10, MINUTE),
        (Rule::ChangePassword, 10, MINUTE),
        (Rule::NotifyPayment, 1_000, MINUTE * 1_000 / 6_000),
        (Rule::Quote, 100, MINUTE * 100 / 120),
        (Rule::Read, 100, MINUTE * 100 / 300),
    ] {
        let limits = limits(1.0);
        assert_eq!(burst(&limits, rule), at_once, "{rule:?}");
        limits.clock.advance(until_full + Duration::from_millis(1));
        assert_eq!(burst(&limits, rule), at_once, "{rule:?}");
    }
}

#[test]
fn a_refusal_says_when_to_come_back() {
    let limits = limits(1.0);
    burst(&limits, Rule::Login);
    let refused = limits.check(Rule::Login, caller("192.0.2.1")).unwrap_err().error_response();
    assert_eq!(refused.status(), 429);
    assert_eq!(refused.headers().get("retry-after").unwrap(), "6", "one login every 6 seconds");
    limits.clock.advance(Duration::from_secs(6));
    assert_eq!(burst(&limits, Rule::Login), 1);
}

#[test]
fn callers_and_rules_do_not_count_for_each_other() {
    let limits = limits(1.0);
    burst(&limits, Rule::Login);
    assert!(limits.check(Rule::Login, caller("192.0.2.2")).is_ok());
    assert!(limits.check(Rule::Register, caller("192.0.2.1")).is_ok());
    assert_eq!(caller("2001:db8::1"), caller("2001:db8::ffff:1"), "one subscriber's /64");
    assert_ne!(caller("2001:db8::1"), caller("2001:db8:0:1::1"));
    assert_eq!(caller("::ffff:192.0.2.1"), caller("192.0.2.1"));
}

#[test]
fn the_scale_multiplies_and_zero_turns_off() {
    assert_eq!(burst(&limits(2.0), Rule::Login), 20);
    assert_eq!(burst(&limits(0.01), Rule::Login), 1);
    for off in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(burst(&limits(off), Rule::Login), 1_000);
    }
}

#[test]
fn those_who_are_long_gone_are_forgotten() {
    let limits = limits(1.0);
    for n in 0..SWEEP_EVERY {
        let _ = limits.check(Rule::Read, Caller::at(IpAddr::V4(n.into())));
    }
    limits.clock.advance(HOUR);
    for _ in 0..SWEEP_EVERY {
        let _ = limits.check(Rule::Read, caller("192.0.2.1"));
    }
    assert!(limits.rules.get(&Rule::Read).unwrap().limiter.len() <= 1);
}
