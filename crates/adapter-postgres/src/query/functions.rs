//! Functions of PostgreSQL that Diesel does not declare.

use diesel::expression::SqlLiteral;
use diesel::sql_types::{BigInt, SqlType, Text};

diesel::define_sql_function! {
    /// The position of a text within another, from 1; 0 when it does not occur.
    fn strpos(haystack: Text, needle: Text) -> Integer;
}

/// `void`: the type of functions without a result.
#[derive(Clone, Copy, Debug, SqlType)]
#[diesel(postgres_type(oid = 2278, array_oid = 0))]
pub struct Void;

diesel::define_sql_function! {
    /// Waits for the advisory lock of a number and holds it to the end of the transaction.
    fn pg_advisory_xact_lock(key: BigInt) -> Void;
}

diesel::define_sql_function! {
    /// Takes the advisory lock of a number to the end of the session, unless another session holds it. Returns whether it is taken.
    fn pg_try_advisory_lock(key: BigInt) -> Bool;
}

diesel::define_sql_function! {
    /// A hash of a text. Another seed gives another hash.
    fn hashtextextended(text: Text, seed: BigInt) -> BigInt;
}

/// `products.code` as it is unique and looked up: in lower case, in byte order.
pub(crate) fn folded_code() -> SqlLiteral<Text> {
    diesel::dsl::sql("lower(products.code COLLATE \"C\")")
}

diesel::define_sql_function! {
    /// A text in lower case.
    fn lower(text: Text) -> Text;
}
