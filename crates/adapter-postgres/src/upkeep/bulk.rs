//! Filling an empty shop with a past of any size, many rows in each statement. The rows are those that the shop itself
//! would have written, one order at a time; what is counted and summed up beside them follows by itself.

mod orders;
mod products;
mod users;

use diesel_async::SimpleAsyncConnection;
use domain::accounts::user::User;
use domain::catalog::product::NewProduct;
use domain::orders::order::Order;
use domain::reviews::review::NewReview;
use domain::shared::ports::PortError;

use crate::connection::pool::Postgres;
use crate::error::DbError;

/// So many rows go into one statement.
const AT_ONCE: usize = 500;

impl Postgres {
    /// Adds users nobody knows yet, who have no password.
    ///
    /// # Errors
    /// [`PortError`] when the database fails or somebody is there already; some are added then.
    pub async fn load_users(&self, users: &[User]) -> Result<(), PortError> {
        let connection = &mut *self.connection().await?;
        for some in users.chunks(AT_ONCE) {
            users::insert_users(connection, some).await?;
        }
        Ok(())
    }

    /// Adds reviews of users who have none yet.
    ///
    /// # Errors
    /// [`PortError`] when the database fails or somebody has one; some are added then.
    pub async fn load_reviews(&self, reviews: &[NewReview]) -> Result<(), PortError> {
        let connection = &mut *self.connection().await?;
        for some in reviews.chunks(AT_ONCE) {
            users::insert_reviews(connection, some).await?;
        }
        Ok(())
    }

    /// Adds products whose stock is `shelf`, their first stock having been [`NewProduct::stock`]: what lies between was
    /// sold in orders that [`Self::load_orders`] adds.
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

    /// Adds orders of the past with their history and stock movements; the stock of products stays as it is.
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

    /// Lets the database learn what it holds now, as it would by itself before long.
    ///
    /// # Errors
    /// [`PortError`] when the database fails.
    pub async fn settle(&self) -> Result<(), PortError> {
        let connection = &mut *self.connection().await?;
        connection.batch_execute("SET statement_timeout = 0").await.map_err(DbError::from)?;
        let settled = connection.batch_execute("VACUUM (ANALYZE)").await.map_err(DbError::from);
        connection.batch_execute("SET statement_timeout = '15s'").await.map_err(DbError::from)?;
        Ok(settled?)
    }
}
