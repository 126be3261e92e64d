//! The facts behind the checklist, in one statement.

use async_trait::async_trait;
use diesel::sql_types::Bool;
use diesel_async::RunQueryDsl;
use domain::setup::checklist::Checklist;
use domain::setup::ports::ChecklistReader;
use domain::shared::ports::PortError;

use crate::connection::pool::Postgres;
use crate::error::{DbError, committed};
use crate::query::sql::Sql;

/// Each fact stops at the first row. There are few owners, few saved settings and few versions of the identity. The demo data's settings
/// have no actor in the audit log.
const FACTS: &str = "SELECT \
    EXISTS (SELECT FROM (SELECT body FROM content_versions WHERE document = 'identity' ORDER BY version DESC LIMIT 1) newest \
            WHERE newest.body -> 'logo' <> 'null') AS has_logo, \
    EXISTS (SELECT FROM products) AS has_product, \
    EXISTS (SELECT FROM audit_log WHERE entity_id = 'delivery' AND entity = 'settings' AND actor_id IS NOT NULL) AS has_delivery, \
    EXISTS (SELECT FROM audit_log WHERE entity_id = 'payments' AND entity = 'settings' AND actor_id IS NOT NULL) AS has_payment, \
    EXISTS (SELECT FROM users WHERE staff_role = 'owner' AND email_verified_at IS NOT NULL) AS has_tested_mail";

#[derive(Clone, Copy, Debug, diesel::QueryableByName)]
struct Row {
    #[diesel(sql_type = Bool)]
    has_logo: bool,
    #[diesel(sql_type = Bool)]
    has_product: bool,
    #[diesel(sql_type = Bool)]
    has_delivery: bool,
    #[diesel(sql_type = Bool)]
    has_payment: bool,
    #[diesel(sql_type = Bool)]
    has_tested_mail: bool,
}

#[async_trait]
impl ChecklistReader for Postgres {
    async fn checklist(&self) -> Result<Checklist, PortError> {
        let mut connection = self.connection().await?;
        let row: Row = committed(Sql::new(FACTS).load(&mut *connection)).await.map_err(DbError::from)?;
        let Row { has_logo, has_product, has_delivery, has_payment, has_tested_mail } = row;
        Ok(Checklist { has_logo, has_product, has_delivery, has_payment, has_tested_mail })
    }
}
