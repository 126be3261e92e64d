//! Finding users by name, e-mail address and telephone number. Each match is read once, for the count and for the page.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::shared::phone::PhoneDigits;
use uuid::Uuid;

use super::UserRow;
use crate::catalog::search_text::{NamePart, contains_parts, grams_of_part, name_parts};
use crate::error::DbError;
use crate::query::cursor::COUNT_LIMIT;
use crate::query::phones::has_phone;
use crate::query::sql::{Number, Sql};

/// A user, and the number of all matches.
#[derive(Clone, Debug, QueryableByName)]
struct FoundRow {
    #[diesel(embed)]
    user: UserRow,
    #[diesel(sql_type = BigInt)]
    found: i64,
}

#[derive(Clone, Debug)]
pub(crate) struct UserSearch {
    /// The folded text, whose words a name or address contains.
    pub(crate) wanted: String,
    /// The digits of a telephone number in the text.
    pub(crate) phone: Option<PhoneDigits>,
}

/// The rows of a page of the users that match, and the number of all, counted up to [`COUNT_LIMIT`].
pub(crate) async fn page(
    connection: &AsyncPgConnection,
    wanted: &UserSearch,
    after: Option<(DateTime<Utc>, Uuid)>,
    rows: i64,
) -> Result<(Vec<UserRow>, i64), DbError> {
    let mut page = selected(wanted)
        .append(Sql::columns_of::<UserRow>("u"))
        .sql(", ")
        .append(count())
        .sql(" AS found FROM (SELECT found.id FROM found");
    if let Some((at, id)) = after {
        page = page.sql(" WHERE (found.created_at, found.id) < (").bind(at).sql(", ").bind(id).sql(")");
    }
    let page = page.sql(" ORDER BY found.created_at DESC, found.id DESC LIMIT ").bind(rows);
    let page = page.sql(") AS page JOIN users u ON u.id = page.id ORDER BY u.created_at DESC, u.id DESC");
    let page: Vec<FoundRow> = page.load(&mut &*connection).await?;
    let count = match page.as_slice().first() {
        Some(row) => row.found,
        // An empty page has no row with the count.
        None => selected(wanted).append(count()).sql(" AS n").get_result::<Number>(&mut &*connection).await?.n,
    };
    Ok((page.into_iter().map(|row| row.user).collect(), count))
}

/// An expression: the number of all matches, counted up to [`COUNT_LIMIT`].
fn count() -> Sql {
    Sql::new("(SELECT count(*) FROM (SELECT FROM found LIMIT ").bind(COUNT_LIMIT).sql(") AS counted)")
}

/// `WITH found AS (…) SELECT `, where `found` has the sort values of all matches.
fn selected(UserSearch { wanted, phone }: &UserSearch) -> Sql {
    let parts = name_parts(wanted);
    let grams: BTreeSet<i32> = parts.iter().flat_map(NamePart::contained).flat_map(|text| grams_of_part(&text)).collect();
    let named = Sql::new("WITH found AS MATERIALIZED (SELECT u.id, u.created_at FROM users u WHERE u.search_grams @> ")
        .bind(grams.into_iter().collect::<Vec<i32>>())
        .sql(" AND ")
        .append(contains_parts("u.search_text", wanted, &parts));
    let found = match phone {
        Some(phone) => named.sql(" UNION SELECT u.id, u.created_at FROM users u WHERE u.id = ANY (ARRAY(").append(called(phone)).sql("))"),
        None => named,
    };
    found.sql(") SELECT ")
}

/// The ids of the users with this telephone number in an order or in their address book.
fn called(phone: &PhoneDigits) -> Sql {
    Sql::new("SELECT o.user_id FROM orders o WHERE o.user_id IS NOT NULL AND ")
        .append(has_phone("o.shipping_phone", phone))
        .sql(" UNION SELECT a.user_id FROM user_addresses a WHERE ")
        .append(has_phone("a.phone", phone))
}
