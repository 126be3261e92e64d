//! SQL as text with parameters, for statements that Diesel's builder cannot express. Unlike [`diesel::sql_query`] the statement stays
//! prepared, keyed by its text, so that the next call costs one round trip.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use diesel::Selectable;
use diesel::pg::{Pg, PgQueryBuilder};
use diesel::query_builder::{AstPass, Query, QueryBuilder, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::sql_types::{Array, BigInt, Integer, Jsonb, Text, Timestamptz, Untyped, Uuid as SqlUuid};
use uuid::Uuid;

/// A statement under construction.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sql(Vec<Piece>);

#[derive(Clone, Debug)]
enum Piece {
    Text(Cow<'static, str>),
    Bind(Bind),
}

#[derive(Clone, Debug)]
pub(crate) enum Bind {
    /// `bigint`
    BigInt(i64),
    /// `text`
    Text(String),
    /// `uuid`
    Uuid(Uuid),
    /// `timestamptz`
    Instant(DateTime<Utc>),
    /// `timestamptz[]`
    Instants(Vec<DateTime<Utc>>),
    /// `integer[]`
    Integers(Vec<i32>),
    /// `text[]`
    Texts(Vec<String>),
    /// `uuid[]`
    Uuids(Vec<Uuid>),
    /// `jsonb`
    Json(serde_json::Value),
}

macro_rules! bind_from {
    ($($kind:ident: $type:ty),* $(,)?) => {
        $(impl From<$type> for Bind {
            fn from(value: $type) -> Self {
                Self::$kind(value)
            }
        })*
    };
}

bind_from!(
    BigInt: i64,
    Text: String,
    Uuid: Uuid,
    Instant: DateTime<Utc>,
    Instants: Vec<DateTime<Utc>>,
    Integers: Vec<i32>,
    Texts: Vec<String>,
    Uuids: Vec<Uuid>,
    Json: serde_json::Value,
);

impl Sql {
    /// A whole statement, or a part of one, whose parameters `$1`, `$2` … are these values. A parameter may occur more than once.
    pub(crate) fn of<const N: usize>(text: &'static str, values: [Bind; N]) -> Self {
        let mut parts = text.split('$');
        let mut sql = Self::new(parts.next().unwrap_or_default());
        for part in parts {
            let (number, rest) = part.split_at(part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len()));
            let value = number.parse().ok().and_then(|n: usize| values.get(n.checked_sub(1)?));
            sql = match value {
                Some(value) => sql.bind(value.clone()).sql(rest),
                // The server refuses a parameter that has no value.
                None => sql.sql("$").sql(part),
            };
        }
        sql
    }

    /// The columns of a row type, separated by commas, of a table of that name in the statement.
    pub(crate) fn columns_of<R>(alias: &str) -> Self
    where
        R: Selectable<Pg>,
        R::SelectExpression: QueryFragment<Pg>,
    {
        Self::new(column_names::<R>().into_iter().map(|name| format!("{alias}.{name}")).collect::<Vec<_>>().join(", "))
    }

    /// The same columns without a table, as `INSERT` and `UPDATE` name them.
    pub(crate) fn names_of<R>() -> Self
    where
        R: Selectable<Pg>,
        R::SelectExpression: QueryFragment<Pg>,
    {
        Self::new(column_names::<R>().join(", "))
    }

    /// A statement that begins with this text.
    pub(crate) fn new(text: impl Into<Cow<'static, str>>) -> Self {
        Self::default().sql(text)
    }

    /// Adds SQL. Only constants: a value from outside goes through [`Sql::bind`].
    pub(crate) fn sql(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.0.push(Piece::Text(text.into()));
        self
    }

    pub(crate) fn bind(mut self, value: impl Into<Bind>) -> Self {
        self.0.push(Piece::Bind(value.into()));
        self
    }

    /// Adds `= ANY (…)` of these values, in a form that is planned once for a connection. With the bare parameter PostgreSQL plans the
    /// statement at each call: a plan for the three values that it sees looks cheaper than one for the ten that it expects of any array.
    pub(crate) fn any_of(self, values: impl Into<Bind>) -> Self {
        self.sql(" = ANY (ARRAY(SELECT unnest(").bind(values).sql(")))")
    }

    /// Adds another part of the statement.
    pub(crate) fn append(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }
}

/// The quoted names of the columns of a row type.
fn column_names<R>() -> Vec<String>
where
    R: Selectable<Pg>,
    R::SelectExpression: QueryFragment<Pg>,
{
    let mut builder = PgQueryBuilder::new();
    // Fails only for expressions with parameters, which columns are not; an empty list is a statement that the server refuses.
    let written = R::construct_selection().to_sql(&mut builder, &Pg);
    let columns = written.map(|()| builder.finish()).unwrap_or_default();
    columns.split(',').filter_map(|column| column.trim().rsplit_once('.').map(|(_, name)| name.to_owned())).collect()
}

impl QueryFragment<Pg> for Sql {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => out.push_sql(text),
                Piece::Bind(Bind::BigInt(value)) => out.push_bind_param::<BigInt, _>(value)?,
                Piece::Bind(Bind::Text(value)) => out.push_bind_param::<Text, _>(value)?,
                Piece::Bind(Bind::Uuid(value)) => out.push_bind_param::<SqlUuid, _>(value)?,
                Piece::Bind(Bind::Instant(value)) => out.push_bind_param::<Timestamptz, _>(value)?,
                Piece::Bind(Bind::Instants(value)) => out.push_bind_param::<Array<Timestamptz>, _>(value)?,
                Piece::Bind(Bind::Integers(value)) => out.push_bind_param::<Array<Integer>, _>(value)?,
                Piece::Bind(Bind::Texts(value)) => out.push_bind_param::<Array<Text>, _>(value)?,
                Piece::Bind(Bind::Uuids(value)) => out.push_bind_param::<Array<SqlUuid>, _>(value)?,
                Piece::Bind(Bind::Json(value)) => out.push_bind_param::<Jsonb, _>(value)?,
            }
        }
        Ok(())
    }
}

impl QueryId for Sql {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for Sql {
    type SqlType = Untyped;
}

/// A row with one number, named `n`.
#[derive(Clone, Copy, Debug, diesel::QueryableByName)]
pub(crate) struct Number {
    #[diesel(sql_type = BigInt)]
    pub(crate) n: i64,
}

#[cfg(test)]
mod tests {
    use diesel::debug_query;

    use super::*;
    use crate::schema::tallies;

    #[derive(diesel::Queryable, diesel::Selectable)]
    #[diesel(table_name = tallies)]
    #[allow(dead_code, reason = "only its columns are asked for")]
    struct Row {
        subject: String,
        n: i64,
    }

    #[test]
    fn numbered_parameters_become_values() {
        let sql = Sql::of("SELECT $2, $1 + $1", [1_i64.into(), "x".to_owned().into()]);
        assert_eq!(debug_query(&sql).to_string(), "SELECT $1, $2 + $3 -- binds: [\"x\", 1, 1]");
        let missing = Sql::of("SELECT $3", [1_i64.into()]);
        assert_eq!(debug_query(&missing).to_string(), "SELECT $3 -- binds: []");
    }

    #[test]
    fn a_row_type_lists_its_columns() {
        assert_eq!(debug_query(&Sql::columns_of::<Row>("t")).to_string(), "t.\"subject\", t.\"n\" -- binds: []");
        assert_eq!(debug_query(&Sql::names_of::<Row>()).to_string(), "\"subject\", \"n\" -- binds: []");
    }
}
