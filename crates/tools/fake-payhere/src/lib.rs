//! A payment gateway that behaves like `PayHere`, on this machine: for tests and the demo shop (`.ci/with-payhere`), never part of the product.
//!
//! It serves the checkout page, tokens, records and refunds with `PayHere`'s envelopes and rate limit, notifies the shop, and checks
//! signatures by its own code. `PUT /fake/behaviour` makes it misbehave ([`Behaviour`]), `GET /fake/state` shows what it has
//! ([`Snapshot`]). It takes no real money and notifies no address but those of this machine.

mod behaviour;
mod checkout;
mod control;
mod merchant_api;
mod notify;
mod page;
mod running;
mod signature;
mod state;

pub use behaviour::Behaviour;
pub use running::{Account, Fake};
pub use state::{Payment, Snapshot};
