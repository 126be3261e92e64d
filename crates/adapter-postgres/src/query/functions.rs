//! Functions of PostgreSQL that Diesel does not declare.

use diesel::expression::Expression;
use diesel::sql_types::{BigInt, SqlType, Text};

use crate::schema::products;

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

diesel::define_sql_function! {
    /// A text in lower case.
    fn lower(text: Text) -> Text;
}

diesel::postfix_operator!(InByteOrder, " COLLATE \"C\"", Text, backend: diesel::pg::Pg);

/// A text in lower case and byte order. `lower` changes ASCII letters alone then, so that indexes on it do not depend on the locale of
/// the database.
pub(crate) type Folded<T> = lower<InByteOrder<T>>;

/// The expression of indexes on folded columns.
pub(crate) fn folded<T: Expression<SqlType = Text>>(column: T) -> Folded<T> {
    lower(InByteOrder::new(column))
}

/// `products.code` as it is unique and looked up.
pub(crate) fn folded_code() -> Folded<products::code> {
    folded(products::code)
}

#[cfg(test)]
mod tests {
    use diesel::pg::Pg;
    use diesel::prelude::*;
    use diesel::query_builder::QueryFragment;

    use super::*;

    /// A statement that Diesel cannot cache is parsed and planned at every call, in a round trip of its own.
    #[test]
    fn a_look_up_by_code_stays_prepared() {
        let offers = products::table.filter(folded_code().eq_any(vec!["a"])).select(products::id);
        assert!(QueryFragment::<Pg>::is_safe_to_cache_prepared(&offers, &Pg).unwrap());
        let sql = diesel::debug_query::<Pg, _>(&offers).to_string();
        assert!(sql.contains(r#"("products"."code" COLLATE "C")"#), "{sql}");
    }
}
