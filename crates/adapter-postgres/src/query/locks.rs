//! Advisory locks of the database, by which transactions take turns about something that may have no row to lock.

use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::error::DbError;
use crate::query::functions::{hashtextextended, pg_advisory_xact_lock};

/// The kinds of things that have locks. Two things of different kinds never share a lock; two of one kind rarely do.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Lock {
    /// A person at a sign-in provider.
    Identity = 5121,
    /// The login attempts for an e-mail address.
    LoginAttempts = 5122,
    /// The import of a sheet of products.
    ProductImport = 4121,
    /// The room for uploads that nothing shows yet.
    PendingUploads = 4122,
    /// Drafts and versions of content. The number 4123 is the lock of the settings.
    Content = 4124,
    /// The mails to an address that was never verified.
    UnverifiedMails = 4125,
    /// The refunds that a member of staff releases.
    StaffRefunds = 4126,
    FirstAdmin = 5123,
    /// The orders of guests of an e-mail address (`guest_lock` in `migrations/schema/…_guests`).
    GuestOrders = 4127,
}

/// Waits for the lock of one thing, and holds it to the end of the transaction.
pub(crate) async fn take(connection: &AsyncPgConnection, lock: Lock, thing: &str) -> Result<(), DbError> {
    let key = hashtextextended(thing, lock as i64);
    diesel::select(pg_advisory_xact_lock(key)).execute(&mut &*connection).await?;
    Ok(())
}
