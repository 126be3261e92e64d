//! Functions of the database: PostgreSQL's own and those of `migrations/`.

use diesel::expression::SqlLiteral;
use diesel::sql_types::{BigInt, Jsonb, SqlType, Text};

diesel::define_sql_function! {
    /// Where a text begins within another, from 1; 0 when it is not in there.
    fn strpos(haystack: Text, needle: Text) -> Integer;
}

/// `void`, the answer of functions that are called for what they do.
#[derive(Clone, Copy, Debug, SqlType)]
#[diesel(postgres_type(oid = 2278, array_oid = 0))]
pub struct Void;

diesel::define_sql_function! {
    /// Waits for the advisory lock of a number, which is held to the end of the transaction.
    fn pg_advisory_xact_lock(key: BigInt) -> Void;
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

diesel::define_sql_function! {
    /// Places an order; see the migration.
    fn place_order(draft: Jsonb) -> Jsonb;
}

diesel::define_sql_function! {
    /// The order that an owner of keys placed with one; see the migration.
    fn order_placed_with(owner_key: Text, used_key: Text) -> Nullable<Jsonb>;
}
