//! SQL written out, with its parameters in place: for statements Diesel's own builder has no words for. Unlike
//! [`diesel::sql_query`] the statement stays prepared, keyed by its text, so that the next one costs one round trip.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
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

/// A parameter.
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
    /// A statement that begins so.
    pub(crate) fn new(text: impl Into<Cow<'static, str>>) -> Self {
        Self::default().sql(text)
    }

    /// Goes on with SQL. Only ever constants: whatever comes from outside goes through [`Sql::bind`].
    pub(crate) fn sql(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.0.push(Piece::Text(text.into()));
        self
    }

    /// Goes on with a parameter.
    pub(crate) fn bind(mut self, value: impl Into<Bind>) -> Self {
        self.0.push(Piece::Bind(value.into()));
        self
    }

    /// Goes on with another piece of statement.
    pub(crate) fn append(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }
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

/// `tsvector`: the words of a text, which only the database itself reads and writes.
#[derive(Clone, Copy, Debug, diesel::sql_types::SqlType)]
#[diesel(postgres_type(name = "tsvector"))]
pub struct Tsvector;

/// One number, by the name `n`.
#[derive(Clone, Copy, Debug, diesel::QueryableByName)]
pub(crate) struct Number {
    /// The number.
    #[diesel(sql_type = BigInt)]
    pub(crate) n: i64,
}
