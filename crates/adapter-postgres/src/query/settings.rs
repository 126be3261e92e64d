//! Settings of the database for one session or one transaction, such as timeouts.

use diesel::QueryResult;
use diesel::sql_types::{Bool, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

diesel::define_sql_function! {
    /// Changes a setting to the end of the transaction (`is_local`) or of the session, and returns its value.
    fn set_config(name: Text, value: Text, is_local: Bool) -> Text;
}

/// Changes a setting to the end of the transaction.
pub(crate) async fn set_for_transaction(connection: &mut AsyncPgConnection, name: &str, value: &str) -> QueryResult<()> {
    diesel::select(set_config(name, value, true)).execute(connection).await.map(drop)
}

/// Changes a setting to the end of the session.
pub(crate) async fn set_for_session(connection: &mut AsyncPgConnection, name: &str, value: &str) -> QueryResult<()> {
    diesel::select(set_config(name, value, false)).execute(connection).await.map(drop)
}
