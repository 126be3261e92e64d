//! The ports of accounts.

mod identities;
mod login_throttle;
mod mailed_links;
mod password_hasher;
mod second_factors;
mod session_store;
mod staff;
mod tokens;
mod users;

pub use identities::*;
pub use login_throttle::*;
pub use mailed_links::*;
pub use password_hasher::*;
pub use second_factors::*;
pub use session_store::*;
pub use staff::*;
pub use tokens::*;
pub use users::*;
