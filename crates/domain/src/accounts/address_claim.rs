//! The claim that a person reads mail at the address of an account.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::shared::email::EmailAddress;
use crate::shared::ids::UserId;

/// The statement that a mailed link carries, signed: its bearer reads mail at this address of this account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddressClaim {
    pub user: UserId,
    /// Its address. The claim is void for another one.
    pub email: EmailAddress,
    /// The end of the claim, to the second.
    pub until: DateTime<Utc>,
}
