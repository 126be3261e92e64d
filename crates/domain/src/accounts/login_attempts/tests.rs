//! Tests of the delay, the turns, and the effect of one origin on another.

use proptest::prelude::*;

use super::*;

fn at(millis: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::milliseconds(millis)
}

fn block(address: &str) -> Origin {
    Origin::Block(AddressBlock::of(address.parse().unwrap()))
}

fn device() -> Origin {
    Origin::KnownDevice(DeviceId::new(uuid::Uuid::nil()))
}

/// An account at which `guesses` other origins have failed, one guess each.
fn guessed_at(guesses: u32) -> Counter {
    let mut counts = AttemptCounts::default();
    for number in 0..guesses {
        counts.origin = Counter::default();
        let origin = Origin::Block(AddressBlock::of(Ipv4Addr::from_bits(number << 8).into()));
        let _ = counts.admit(&origin, at(0));
        counts.settle(&origin, at(0), AttemptResult::Failed, at(0));
    }
    counts.account
}

#[test]
fn five_failures_are_free_then_the_delay_doubles_to_a_minute() {
    let seconds: Vec<_> = (0..=13).map(|failures| delay_after(failures, FREE_FAILURES).num_seconds()).collect();
    assert_eq!(seconds, [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
    assert_eq!(delay_after(u32::MAX, FREE_FAILURES), MAX_DELAY);
}

/// Guesses from a thousand addresses do not keep the owner out for longer.
#[test]
fn the_delay_of_a_whole_account_stays_short() {
    let owner = block("192.0.2.1");
    let mut counts = AttemptCounts { account: guessed_at(1_000), origin: Counter::default() };
    assert_eq!(counts.admit(&owner, at(0)), Verdict::Delayed(MAX_DELAY_OF_ACCOUNT));
    assert_eq!(counts.admit(&owner, at(0) + MAX_DELAY_OF_ACCOUNT), Verdict::Admitted);
}

#[test]
fn a_block_is_a_24_of_ipv4_and_a_64_of_ipv6() {
    let key = |address: &str| block(address).key();
    assert_eq!(key("192.0.2.1"), key("192.0.2.255"));
    assert_eq!(key("192.0.2.1"), key("::ffff:192.0.2.7"));
    assert_ne!(key("192.0.2.1"), key("192.0.3.1"));
    assert_eq!(key("2001:db8::1"), key("2001:db8::ffff:0:0:1"));
    assert_ne!(key("2001:db8::1"), key("2001:db8:0:1::1"));
    assert_ne!(key("::1"), key("0.0.0.1"), "no address of one kind is taken for one of the other");
    assert_ne!(device().key(), Origin::KnownDevice(DeviceId::new(uuid::Uuid::max())).key());
}

#[test]
fn only_failures_count() {
    let (mut counts, here) = (AttemptCounts::default(), block("192.0.2.1"));
    for result in [AttemptResult::Succeeded, AttemptResult::NotCompared].repeat(50) {
        assert_eq!(counts.admit(&here, at(0)), Verdict::Admitted);
        counts.settle(&here, at(0), result, at(0));
    }
    assert!(counts.account.is_empty() && counts.origin.is_empty());
}

#[test]
fn five_are_compared_at_once_and_a_sixth_waits_for_its_turn() {
    for origin in [block("192.0.2.1"), device()] {
        let mut counts = AttemptCounts::default();
        for _ in 0..AT_ONCE {
            assert_eq!(counts.admit(&origin, at(0)), Verdict::Admitted);
        }
        assert_eq!(counts.admit(&origin, at(0)), Verdict::WaitsForTurn);
        let mut elsewhere = AttemptCounts { origin: Counter::default(), ..counts.clone() };
        assert_eq!(elsewhere.admit(&block("198.51.100.1"), at(0)), Verdict::WaitsForTurn, "at most five for one account");
        counts.settle(&origin, at(0), AttemptResult::Succeeded, at(0));
        assert_eq!(counts.admit(&origin, at(0)), Verdict::Admitted);
    }
}

#[test]
fn a_success_forgets_ones_own_failures() {
    let (mut counts, here) = (AttemptCounts::default(), block("192.0.2.1"));
    for result in [AttemptResult::Failed; 4].into_iter().chain([AttemptResult::Succeeded]).chain([AttemptResult::Failed; 4]) {
        assert_eq!(counts.admit(&here, at(0)), Verdict::Admitted);
        counts.settle(&here, at(0), result, at(0));
    }
    assert_eq!((counts.origin.failures, counts.account.failures), (4, 4));
}

#[test]
fn guesses_delay_only_their_own_origin() {
    let (mut guesser, there) = (AttemptCounts::default(), block("203.0.113.1"));
    let mut now = 0;
    for _ in 0..20 {
        assert_eq!(guesser.admit(&there, at(now)), Verdict::Admitted);
        guesser.settle(&there, at(now), AttemptResult::Failed, at(now));
        now += 60_000;
    }
    now -= 59_000;
    assert_eq!(guesser.admit(&there, at(now)), Verdict::Delayed(TimeDelta::seconds(59)));
    let mut owner = AttemptCounts { origin: Counter::default(), account: guesser.account };
    assert_eq!(owner.admit(&block("192.0.2.1"), at(now)), Verdict::Admitted);
}

#[test]
fn many_addresses_are_delayed_together_and_a_known_device_is_not() {
    let account = guessed_at(FREE_FAILURES_OF_ACCOUNT);
    assert_eq!(account.failures, FREE_FAILURES_OF_ACCOUNT);
    let mut stranger = AttemptCounts { account: account.clone(), origin: Counter::default() };
    assert_eq!(stranger.admit(&block("192.0.2.1"), at(0)), Verdict::Delayed(TimeDelta::seconds(1)));
    let mut owner = AttemptCounts { account, origin: Counter::default() };
    assert_eq!(owner.admit(&device(), at(0)), Verdict::Admitted);
    owner.settle(&device(), at(0), AttemptResult::Succeeded, at(0));
    assert_eq!(owner.account.failures, FREE_FAILURES_OF_ACCOUNT, "a guesser gains nothing by it");
}

#[test]
fn a_device_that_guesses_is_delayed_like_any_other() {
    let mut counts = AttemptCounts::default();
    for _ in 0..FREE_FAILURES {
        assert_eq!(counts.admit(&device(), at(0)), Verdict::Admitted);
        counts.settle(&device(), at(0), AttemptResult::Failed, at(0));
    }
    assert_eq!(counts.admit(&device(), at(0)), Verdict::Delayed(TimeDelta::seconds(1)));
    assert_eq!(counts.account.failures, 0, "it delays no other account");
}

#[test]
fn an_attempt_whose_process_ended_is_forgotten() {
    let (mut counts, here) = (AttemptCounts::default(), block("192.0.2.1"));
    for _ in 0..AT_ONCE {
        assert_eq!(counts.admit(&here, at(0)), Verdict::Admitted);
    }
    let end = at(0) + LEASE;
    assert_eq!(counts.admit(&here, end - TimeDelta::milliseconds(1)), Verdict::WaitsForTurn);
    assert_eq!(counts.admit(&here, end), Verdict::Admitted);
    counts.settle(&here, at(0), AttemptResult::Failed, end);
    assert_eq!((counts.origin.failures, counts.origin.pending.len()), (1, 1), "one that ends late counts all the same");
}

#[test]
fn the_clock_of_another_instance_does_not_matter() {
    let (mut counts, here, ahead) = (AttemptCounts::default(), block("192.0.2.1"), at(3_600_000));
    for _ in 0..FREE_FAILURES {
        assert_eq!(counts.admit(&here, ahead), Verdict::Admitted);
        counts.settle(&here, ahead, AttemptResult::Failed, ahead);
    }
    assert_eq!(counts.admit(&here, at(0)), Verdict::Delayed(TimeDelta::seconds(1)), "no longer than the delay");
    let mut counts = AttemptCounts::default();
    for _ in 0..AT_ONCE {
        let _ = counts.admit(&here, ahead);
    }
    assert_eq!(counts.admit(&here, at(0)), Verdict::Admitted, "an attempt that is never settled delays no other");
}

/// The next action of an attacker.
#[derive(Clone, Copy, Debug)]
enum Step {
    Try,
    /// One of the pending attempts, by its place, fails.
    Fail(prop::sample::Index),
    Wait(i64),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => Just(Step::Try),
        3 => any::<prop::sample::Index>().prop_map(Step::Fail),
        1 => (1..3_000_i64).prop_map(Step::Wait),
    ]
}

/// The number of guesses that an attacker can make until this time, one after the other, each as soon as it is admitted.
fn one_by_one(until: DateTime<Utc>) -> u32 {
    let (mut now, mut guesses) = (at(0), 0);
    while now <= until {
        guesses += 1;
        now += delay_after(guesses, FREE_FAILURES);
    }
    guesses
}

proptest! {
    #[test]
    fn no_mix_of_parallel_guesses_is_faster_than_one_after_the_other(
        steps in prop::collection::vec(step(), 1..200),
        is_known in any::<bool>(),
    ) {
        let origin = if is_known { device() } else { block("192.0.2.1") };
        let (mut counts, mut now, mut admitted, mut pending) = (AttemptCounts::default(), at(0), 0, Vec::new());
        for step in steps {
            match step {
                Step::Try => if counts.admit(&origin, now) == Verdict::Admitted {
                    admitted += 1;
                    pending.push(now);
                },
                Step::Fail(place) => if !pending.is_empty() {
                    let began = pending.swap_remove(place.index(pending.len()));
                    counts.settle(&origin, began, AttemptResult::Failed, now);
                },
                // Comparing takes less than the lease: all that is pending ends first.
                Step::Wait(millis) => {
                    for began in pending.drain(..) {
                        counts.settle(&origin, began, AttemptResult::Failed, now);
                    }
                    now += TimeDelta::milliseconds(millis);
                }
            }
            prop_assert!(pending.len() <= AT_ONCE);
            prop_assert!(admitted <= one_by_one(now), "{admitted} guesses by {now}");
        }
    }
}
