//! Storing what belongs to returns beside the order. Most changes of a return are changes of its order
//! ([`crate::orders::ports::OrderRepository::change`]).

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::actor::Actor;
use crate::accounts::second_factor::SealedSecret;
use crate::orders::error::OrderError;
use crate::orders::order::Order;
use crate::orders::order_change::OrderChange;
use crate::orders::payment::repository::SlipPicture;
use crate::shared::decide::Decide;
use crate::shared::edit::Saved;
use crate::shared::ids::PhotoId;
use crate::shared::order_id::OrderId;
use crate::shared::ports::PortError;

/// What is written with a change of an order, and is no part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Enclosure {
    /// The picture of the slip or photo that the change adds.
    Picture(SlipPicture),
    /// The bank account of the return that the change adds.
    Account(SealedSecret),
}

/// Stores photos and bank accounts of returns.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait ReturnRepository: Send + Sync {
    /// Changes an order as [`crate::orders::ports::OrderRepository::change`] does, with what belongs to the return that it adds or changes.
    ///
    /// # Errors
    /// For a picture also [`crate::payments::order_payment::PaymentRefusal::TooManyUploads`], before `decide` is called.
    async fn change_with(
        &self,
        id: &OrderId,
        by: &Actor,
        now: DateTime<Utc>,
        enclosure: Enclosure,
        decide: Decide<Order, OrderChange, OrderError>,
    ) -> Result<Saved<Order>, OrderError>;

    /// A photo of a return of this order, as WebP.
    async fn photo(&self, id: &OrderId, photo: PhotoId) -> Result<Option<Vec<u8>>, PortError>;

    /// The sealed bank account of the return with this number.
    async fn account(&self, id: &OrderId, number: u32) -> Result<Option<SealedSecret>, PortError>;
}
