use super::*;

fn origin(timeline: i64) -> Origin {
    Origin { database: "1/5".to_owned(), timeline }
}

/// Notes an answered poll as [`Positions::note`] does, without a server.
fn note(positions: &Positions, asked: Instant, is_changed: bool, position: i64) {
    let poll = Poll { asked, own: positions.own(), is_changed };
    positions.learn(origin(1), &poll, position);
}

fn position(positions: &Positions, read: Read) -> Result<i64, Fallback> {
    positions.required(read).map(|required| required.position)
}

/// This many milliseconds ago.
fn ago(milliseconds: u64) -> Instant {
    Instant::now().checked_sub(Duration::from_millis(milliseconds)).unwrap()
}

#[test]
fn nothing_may_come_from_a_replica_while_the_primary_is_not_heard() {
    let positions = Positions::default();
    assert_eq!(positions.required(Read::Catalogue), Err(Fallback::Unheard));
    note(&positions, ago(1_000), true, 10);
    assert_eq!(positions.required(Read::Catalogue), Err(Fallback::Unheard));
    assert_eq!(positions.required(Read::Report), Err(Fallback::Unheard));
    note(&positions, Instant::now(), false, 20);
    assert_eq!(position(&positions, Read::Catalogue), Ok(10));
}

#[test]
fn a_read_of_the_catalogue_includes_every_known_change() {
    let positions = Positions::default();
    for (is_changed, at, required) in [(false, 10, 10), (true, 20, 20), (false, 30, 20), (true, 40, 40)] {
        note(&positions, Instant::now(), is_changed, at);
        assert_eq!(position(&positions, Read::Catalogue), Ok(required));
    }
}

#[test]
fn an_own_change_is_read_from_the_primary_until_a_poll_covers_it() {
    let positions = Positions::default();
    note(&positions, Instant::now(), true, 10);
    // A poll that began before the change does not cover it.
    let before = Poll { asked: Instant::now(), own: positions.own(), is_changed: false };
    positions.count(Commit::Catalogue);
    positions.learn(origin(1), &before, 20);
    assert_eq!(position(&positions, Read::Catalogue), Err(Fallback::OwnChange));
    assert_eq!(position(&positions, Read::Report), Ok(10));
    note(&positions, Instant::now(), true, 30);
    assert_eq!(position(&positions, Read::Catalogue), Ok(30));
}

#[test]
fn a_report_lacks_at_most_ten_seconds_and_no_change_by_staff() {
    let positions = Positions::default();
    for (milliseconds, at) in [(12_000, 10), (9_000, 20), (5_000, 30), (0, 40)] {
        note(&positions, ago(milliseconds), true, at);
    }
    assert_eq!(position(&positions, Read::Report), Ok(20));
    positions.count(Commit::ByStaff);
    assert_eq!(position(&positions, Read::Report), Err(Fallback::OwnChange));
    note(&positions, Instant::now(), false, 50);
    note(&positions, Instant::now(), false, 60);
    assert_eq!(position(&positions, Read::Report), Ok(50));
    assert_eq!(position(&positions, Read::Catalogue), Ok(40));
}

#[test]
fn another_history_begins_anew() {
    let positions = Positions::default();
    note(&positions, Instant::now(), true, 1_000);
    let poll = Poll { asked: Instant::now(), own: positions.own(), is_changed: false };
    positions.learn(origin(2), &poll, 500);
    let required = positions.required(Read::Catalogue).unwrap();
    assert_eq!((required.origin.timeline, required.position), (2, 500));
    // A server that was restored to an earlier position of the same timeline.
    positions.learn(origin(2), &poll, 400);
    assert_eq!(position(&positions, Read::Report), Ok(400));
}

#[test]
fn the_lag_is_the_age_of_the_last_position_that_was_reached() {
    let positions = Positions::default();
    assert_eq!(positions.lag(0), Some(Duration::ZERO));
    for (milliseconds, at) in [(8_000, 20), (5_000, 30), (0, 40)] {
        note(&positions, ago(milliseconds), true, at);
    }
    assert_eq!(positions.lag(40), Some(Duration::ZERO));
    assert_eq!(positions.lag(35).map(|lag| lag.as_secs()), Some(5));
    assert_eq!(positions.lag(10), None);
}
