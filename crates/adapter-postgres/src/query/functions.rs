//! Functions of the database: PostgreSQL's own and those of `migrations/`.

use diesel::sql_types::{Jsonb, Text};

diesel::define_sql_function! {
    /// Where a text begins within another, from 1; 0 when it is not in there.
    fn strpos(haystack: Text, needle: Text) -> Integer;
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
