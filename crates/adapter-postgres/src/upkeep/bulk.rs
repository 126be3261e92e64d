//! Bulk loading of a large demo or test shop, with many rows in each statement. The rows equal those that the shop would have
//! written one order at a time; triggers keep counts and sums.

mod orders;
mod products;
mod users;

use diesel_async::SimpleAsyncConnection;
use domain::accounts::user::User;
use domain::catalog::product::NewProduct;
use domain::orders::order::Order;
use domain::reviews::NewReview;
use domain::shared::ports::PortError;

use crate::connection::pool::Postgres;
use crate::connection::pooled::STATEMENT_TIMEOUT;
use crate::error::DbError;
use crate::query::settings::set_for_session;

/// The most rows of one statement.
const AT_ONCE: usize = 500;

impl Postgres {
    /// Adds new users without a password.
    ///
    /// # Errors
    /// [`PortError`] when the database fails or a user exists; some are added then.
    pub async fn load_users(&self, users: &[User]) -> Result<(), PortError> {
        let connection = &mut *self.connection().await?;
        for some in users.chunks(AT_ONCE) {
            users::insert_users(connection, some).await?;
        }
        Ok(())
    }

    /// Adds reviews of users without a review.
    ///
    /// # Errors
    /// [`PortError`] when the database fails or a user has a review; some are added then.
    pub async fn load_reviews(&self, reviews: &[NewReview]) -> Result<(), PortError> {
        let connection = &mut *self.connection().await?;
        for some in reviews.chunks(AT_ONCE) {
            users::insert_reviews(connection, some).await?;
        }
        Ok(())
    }

    /// Adds products whose present stock is `shelf` and whose first stock was [`NewProduct::stock`]. The difference was sold in
    /// orders that [`Self::load_orders`] adds.
    ///
    /// # Errors
    /// [`PortError`] when the database fails or a code is taken; some are added then.
    pub async fn load_products(&self, products: &[NewProduct], shelf: &[i32]) -> Result<(), PortError> {
        let connection = &mut *self.connection().await?;
        for (some, on_shelf) in products.chunks(AT_ONCE).zip(shelf.chunks(AT_ONCE)) {
            products::insert(connection, some, on_shelf).await?;
        }
        Ok(())
    }

    /// Adds past orders with their history and stock movements; the stock of products does not change.
    ///
    /// # Errors
    /// [`PortError`] when the database fails or a number is taken; some are added then.
    pub async fn load_orders(&self, past: &[Order]) -> Result<(), PortError> {
        let connection = &mut *self.connection().await?;
        for some in past.chunks(AT_ONCE) {
            orders::insert(connection, some).await?;
        }
        Ok(())
    }

    /// Runs VACUUM (ANALYZE), as autovacuum would do later.
    pub async fn settle(&self) -> Result<(), PortError> {
        let connection = &mut *self.connection().await?;
        set_for_session(connection, "statement_timeout", "0").await.map_err(DbError::from)?;
        let settled = connection.batch_execute("VACUUM (ANALYZE)").await.map_err(DbError::from);
        set_for_session(connection, "statement_timeout", STATEMENT_TIMEOUT).await.map_err(DbError::from)?;
        Ok(settled?)
    }
}
