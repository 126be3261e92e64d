//! Uploads that are not in use yet, and the bytes they may take.
//!
//! These limits protect the disk. An upload is pending until a user or a product uses it, and is deleted after a day; until
//! then its bytes count against the bounds below. Uploads in use are bounded otherwise: an account has one picture, and only
//! administrators add products.

use chrono::{DateTime, Utc};

use crate::accounts::session::Principal;
use crate::images::image::{ImageName, PicturePurpose};
use crate::shared::ids::UserId;

/// The smallest number of bytes that a picture counts for: four files of one block each, and a row. It also bounds the number
/// of uploads.
pub const LEAST_BYTES: u64 = 16 << 10;
/// Bound of the pending uploads of one customer, in bytes: about 20 of the largest pictures; an account shows one. Bank slips that staff did
/// not accept count as pending uploads.
pub const OF_A_CUSTOMER: u64 = 50 << 20;
/// Bound of the pending uploads of one administrator, in bytes: the pictures of a few hundred products before they are saved.
const OF_AN_ADMIN: u64 = 1 << 30;
/// Bound of all pending uploads without an account, in bytes. A registration takes its upload within minutes.
const OF_STRANGERS: u64 = 250 << 20;
/// Bound of all pending uploads but those of administrators, in bytes: an attacker can register many accounts.
const OF_THE_PUBLIC: u64 = 1 << 30;

/// The uploader of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uploader {
    /// A visitor without an account.
    Stranger,
    Customer(UserId),
    Admin(UserId),
}

/// A picture about to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewUpload {
    pub name: ImageName,
    pub purpose: PicturePurpose,
    pub by: Uploader,
    /// The bytes of all its widths together.
    pub bytes: u64,
    pub at: DateTime<Utc>,
}

/// The bytes of pending uploads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Pending {
    /// Those of the uploader, or all without an account where the uploader has none.
    pub own: u64,
    /// All but those of administrators.
    pub public: u64,
}

/// Why there is no room for an upload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoRoom {
    /// The uploader's own pending uploads take too much.
    OfOwn,
    /// Those of others do.
    OfOthers,
}

impl Uploader {
    /// The uploader of a request with or without a session.
    #[must_use]
    pub fn of(who: Option<&Principal>) -> Self {
        match who {
            None => Self::Stranger,
            Some(who) if who.is_admin() => Self::Admin(who.user.id),
            Some(who) => Self::Customer(who.user.id),
        }
    }

    /// The account, if there is one.
    #[must_use]
    pub const fn user(self) -> Option<UserId> {
        match self {
            Self::Stranger => None,
            Self::Customer(id) | Self::Admin(id) => Some(id),
        }
    }
}

impl NewUpload {
    /// The bytes that it counts for.
    #[must_use]
    pub fn weight(&self) -> u64 {
        self.bytes.max(LEAST_BYTES)
    }

    /// Checks whether it fits with the pending uploads.
    ///
    /// # Errors
    /// [`NoRoom`] when it would pass a bound.
    pub fn check_room(&self, pending: Pending) -> Result<(), NoRoom> {
        let fits = |taken: u64, bound: u64| taken.saturating_add(self.weight()) <= bound;
        let (own, refusal) = match self.by {
            Uploader::Stranger => (OF_STRANGERS, NoRoom::OfOthers),
            Uploader::Customer(_) => (OF_A_CUSTOMER, NoRoom::OfOwn),
            Uploader::Admin(_) => (OF_AN_ADMIN, NoRoom::OfOwn),
        };
        if !fits(pending.own, own) {
            return Err(refusal);
        }
        let is_public = !matches!(self.by, Uploader::Admin(_));
        if is_public && !fits(pending.public, OF_THE_PUBLIC) { Err(NoRoom::OfOthers) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;

    fn upload(by: Uploader, bytes: u64) -> NewUpload {
        let name = ImageName::parse("1-a.webp").unwrap();
        NewUpload { name, purpose: PicturePurpose::Profile, by, bytes, at: DateTime::UNIX_EPOCH }
    }

    fn id() -> UserId {
        UserId::new(uuid::Uuid::nil())
    }

    #[test]
    fn each_kind_of_uploader_has_a_bound_of_its_own() {
        for (by, bound, refusal) in [
            (Uploader::Stranger, 250 * MIB, NoRoom::OfOthers),
            (Uploader::Customer(id()), 50 * MIB, NoRoom::OfOwn),
            (Uploader::Admin(id()), 1_024 * MIB, NoRoom::OfOwn),
        ] {
            let check = |own| upload(by, MIB).check_room(Pending { own, public: 0 });
            assert_eq!((check(0), check(bound - MIB)), (Ok(()), Ok(())), "{by:?}");
            assert_eq!((check(bound - MIB + 1), check(u64::MAX)), (Err(refusal), Err(refusal)), "{by:?}");
        }
    }

    #[test]
    fn many_accounts_together_leave_room_on_the_disk_and_to_administrators() {
        let full = Pending { own: 0, public: 1_024 * MIB };
        assert_eq!(upload(Uploader::Customer(id()), MIB).check_room(full), Err(NoRoom::OfOthers));
        assert_eq!(upload(Uploader::Stranger, MIB).check_room(full), Err(NoRoom::OfOthers));
        assert_eq!(upload(Uploader::Admin(id()), MIB).check_room(full), Ok(()));
    }

    #[test]
    fn a_tiny_picture_counts_for_the_blocks_it_takes() {
        assert_eq!(upload(Uploader::Stranger, 0).weight(), LEAST_BYTES);
        assert_eq!(upload(Uploader::Stranger, LEAST_BYTES + 1).weight(), LEAST_BYTES + 1);
    }
}
