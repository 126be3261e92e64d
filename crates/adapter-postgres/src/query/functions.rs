//! Functions of the database: PostgreSQL's own and those of `migrations/`.

use diesel::sql_types::{Jsonb, Text, Uuid};

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
    /// What a user placed with a key; see the migration.
    fn order_placed_with(owner: Uuid, used_key: Text) -> Nullable<Jsonb>;
}
