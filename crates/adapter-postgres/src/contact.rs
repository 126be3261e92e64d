//! Messages from the contact page.

use async_trait::async_trait;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::contact::ContactMessage;
use domain::ports::{ContactInbox, PortError};

use crate::error::DbError;
use crate::pool::Postgres;
use crate::schema::contact_messages;

#[async_trait]
impl ContactInbox for Postgres {
    async fn store(&self, message: &ContactMessage) -> Result<(), PortError> {
        let row = (
            contact_messages::name.eq(message.name.as_str()),
            contact_messages::email.eq(message.email.as_str()),
            contact_messages::message.eq(message.message.as_str()),
            contact_messages::sent_at.eq(message.sent_at),
        );
        let connection = &mut *self.connection().await?;
        diesel::insert_into(contact_messages::table).values(row).execute(connection).await.map_err(DbError::from)?;
        Ok(())
    }
}
