//! Promotions and their uses.

mod row;

use async_trait::async_trait;
use diesel::prelude::*;
use diesel::result::Error as DieselError;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::accounts::actor::Actor;
use domain::promotions::customer::{CustomerHistory, CustomerIdentity};
use domain::promotions::promotion::{ActivePromotions, Promotion};
use domain::promotions::repository::{MAX_PROMOTIONS, PromotionError, PromotionRecord, PromotionRepository, PromotionUse};
use domain::shared::decide::Decide;
use domain::shared::edit::Saved;
use domain::shared::idempotency::IdempotencyKey;
use domain::shared::ids::PromotionId;
use domain::shared::page::{InvalidCursor, Page, PageRequest};
use domain::shared::ports::PortError;
use futures_util::try_join;
use uuid::Uuid;

use self::row::{PromotionRow, UseRow, audited, promotion_of, use_of};
use crate::audit::{self, Entry};
use crate::connection::pool::Postgres;
use crate::connection::transaction::Aborted;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, stored, violated};
use crate::query::counted::Counted;
use crate::query::cursor::{self, Micros};
use crate::query::keyset::before;
use crate::query::sql::{Number, Sql};
use crate::schema::{orders, promotion_uses, promotions};

/// The name of the list of uses in its cursors.
const USES: &str = "promotion uses:newest";

/// The uses of a promotion that were not given back.
#[derive(QueryableByName)]
struct Used {
    #[diesel(sql_type = diesel::sql_types::Uuid)]
    promotion_id: Uuid,
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    uses: i64,
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    cost_cents: i64,
}

/// The orders of a customer that use a promotion; without a promotion all their orders.
#[derive(QueryableByName)]
struct UsedBy {
    #[diesel(sql_type = diesel::sql_types::Nullable<diesel::sql_types::Uuid>)]
    promotion_id: Option<Uuid>,
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    uses: i64,
}

#[async_trait]
impl PromotionRepository for Postgres {
    async fn active(&self) -> Result<ActivePromotions, PortError> {
        // One statement is one snapshot.
        let rows = promotions::table.order((promotions::created_at, promotions::id)).select(PromotionRow::as_select());
        let rows: Vec<PromotionRow> = rows.load(&mut *self.connection().await?).await.map_err(DbError::from)?;
        let saves = rows.iter().map(|row| u64::from(row.version.unsigned_abs())).sum();
        let promotions = rows.into_iter().filter(|row| row.is_active).map(promotion_of).collect::<Result<_, _>>()?;
        Ok(ActivePromotions { promotions, saves })
    }

    async fn history(&self, customer: &CustomerIdentity, promotions: &[PromotionId]) -> Result<CustomerHistory, PortError> {
        let rows: Vec<UsedBy> = history(customer, promotions).load(&mut *self.connection().await?).await.map_err(DbError::from)?;
        let mut history = CustomerHistory::default();
        for UsedBy { promotion_id, uses } in rows {
            match promotion_id {
                Some(id) => {
                    let uses = stored("number of uses", u32::try_from(uses))?;
                    history.uses.insert(PromotionId::new(id), uses);
                }
                None => history.has_ordered = uses > 0,
            }
        }
        Ok(history)
    }

    async fn list(&self) -> Result<Vec<PromotionRecord>, PromotionError> {
        let rows = promotions::table.order((promotions::created_at.desc(), promotions::id.desc())).select(PromotionRow::as_select());
        let used = used("GROUP BY promotion_id", []);
        let connection = &*self.connection().await?;
        let (rows, used) =
            try_join!(rows.load::<PromotionRow>(&mut &*connection), used.load::<Used>(&mut &*connection)).map_err(DbError::from)?;
        let record = |row: PromotionRow| {
            let used = used.iter().find(|used| used.promotion_id == row.id);
            record_of(promotion_of(row)?, used)
        };
        Ok(rows.into_iter().map(record).collect::<Result<_, _>>()?)
    }

    async fn add(&self, promotion: &Promotion, key: Option<IdempotencyKey>, by: &Actor) -> Result<Saved<PromotionRecord>, PromotionError> {
        let request = key.map(|key| request_key(by, &key)).zip(Some(audited(promotion)?.to_string()));
        self.in_transaction(Work::Orders, &[row_of::settings()], async |connection| {
            lock_settings(connection).await?;
            if let Some((key, meaning)) = &request
                && let Some(earlier) = added_with(connection, key, meaning).await?
            {
                return Ok(Saved { value: earlier, is_changed: false });
            }
            let Number { n } = Sql::new("SELECT count(*) AS n FROM promotions").get_result(connection).await?;
            if usize::try_from(n).is_ok_and(|n| n >= MAX_PROMOTIONS) {
                return Err(Aborted::Refused(PromotionError::TooMany));
            }
            let (key, meaning) = request.as_ref().map(|(key, meaning)| (key.as_str(), meaning.as_str())).unzip();
            let row = (PromotionRow::of(promotion)?, promotions::request_key.eq(key), promotions::request_meaning.eq(meaning));
            diesel::insert_into(promotions::table).values(row).execute(connection).await.map_err(refused)?;
            record(connection, by, None, promotion).await?;
            Ok(Saved { value: PromotionRecord { promotion: promotion.clone(), cost_cents: 0 }, is_changed: true })
        })
        .await
    }

    async fn change(
        &self,
        id: PromotionId,
        by: &Actor,
        decide: Decide<PromotionRecord, Promotion, PromotionError>,
    ) -> Result<Saved<PromotionRecord>, PromotionError> {
        self.in_transaction(Work::Orders, &[row_of::settings()], async |connection| {
            lock_settings(connection).await?;
            let current = locked(connection, id).await?.ok_or(Aborted::Refused(PromotionError::NotFound))?;
            let promotion = decide(&current).map_err(Aborted::Refused)?;
            if promotion == current.promotion {
                return Ok(Saved { value: current, is_changed: false });
            }
            let row = diesel::update(promotions::table.find(id.uuid()));
            row.set(PromotionRow::of(&promotion)?).execute(connection).await.map_err(refused)?;
            record(connection, by, Some(&current.promotion), &promotion).await?;
            Ok(Saved { value: PromotionRecord { promotion, ..current }, is_changed: true })
        })
        .await
    }

    async fn uses(&self, id: PromotionId, page: &PageRequest) -> Result<Page<PromotionUse>, PromotionError> {
        let list = cursor::name_of(USES, &id);
        let of_promotion = promotion_uses::promotion_id.eq(id.uuid());
        let mut rows = promotion_uses::table.inner_join(orders::table).filter(of_promotion).into_boxed();
        if let Some(after) = &page.after {
            let (at, order) = cursor::read::<Micros, String>(&list, after).ok_or(InvalidCursor)?;
            rows = rows.filter(before((promotion_uses::used_at, promotion_uses::order_id), (at.instant(), order)));
        }
        let rows = rows
            .order((promotion_uses::used_at.desc(), promotion_uses::order_id.desc()))
            .limit(cursor::rows_to_load(page.limit))
            .select(UseRow::as_select());
        let counted = Counted(promotion_uses::table.filter(of_promotion).select(promotion_uses::order_id).limit(cursor::COUNT_LIMIT));
        let known = promotions::table.find(id.uuid()).count();
        let connection = &*self.connection().await?;
        let (rows, count, known) = try_join!(
            rows.load::<UseRow>(&mut &*connection),
            counted.get_result::<i64>(&mut &*connection),
            known.get_result::<i64>(&mut &*connection)
        )
        .map_err(DbError::from)?;
        if known == 0 {
            return Err(PromotionError::NotFound);
        }
        let cursor_of = |row: &UseRow| cursor::write(&list, &Micros::from(row.used_at), &row.order_id);
        Ok(cursor::page_of(rows, page.limit, count, cursor_of, use_of)?)
    }
}

/// The rows of a customer's history.
fn history(customer: &CustomerIdentity, promotions: &[PromotionId]) -> Sql {
    let user = customer.user.map_or_else(|| Sql::new("NULL"), |user| Sql::default().bind(user.uuid()));
    let phone = customer.phone.as_ref().map_or_else(|| Sql::new("NULL"), |phone| Sql::default().bind(phone.as_str().to_owned()));
    Sql::new("WITH theirs AS MATERIALIZED (SELECT order_id FROM orders_of_customer(")
        .append(user)
        .sql(", ")
        .bind(customer.email.as_str().to_owned())
        .sql(", ")
        .append(phone)
        .sql(
            ")) SELECT NULL::uuid AS promotion_id, count(*) AS uses FROM theirs \
             UNION ALL SELECT u.promotion_id, count(*) FROM theirs JOIN promotion_uses u USING (order_id) \
             WHERE u.released_at IS NULL AND u.promotion_id",
        )
        .any_of(promotions.iter().map(|id| id.uuid()).collect::<Vec<Uuid>>())
        .sql(" GROUP BY u.promotion_id")
}

/// Waits for the orders that are being placed, and keeps new ones waiting until the transaction ends.
async fn lock_settings(connection: &mut AsyncPgConnection) -> Result<(), DbError> {
    Sql::new("SELECT pg_advisory_xact_lock(settings_lock())").execute(connection).await?;
    Ok(())
}

/// The promotion, locked until the transaction ends.
async fn locked(connection: &mut AsyncPgConnection, id: PromotionId) -> Result<Option<PromotionRecord>, DbError> {
    let found = promotions::table.find(id.uuid()).select(PromotionRow::as_select()).for_no_key_update();
    let row: Option<PromotionRow> = found.first(connection).await.optional()?;
    match row {
        Some(row) => Ok(Some(counted(connection, row).await?)),
        None => Ok(None),
    }
}

/// The promotion with the number and cost of its uses.
async fn counted(connection: &mut AsyncPgConnection, row: PromotionRow) -> Result<PromotionRecord, DbError> {
    let used = used("AND promotion_id = $1 GROUP BY promotion_id", [row.id.into()]);
    let used: Option<Used> = used.get_result(connection).await.optional()?;
    record_of(promotion_of(row)?, used.as_ref())
}

fn used<const N: usize>(of_which: &'static str, values: [crate::query::sql::Bind; N]) -> Sql {
    Sql::new(
        "SELECT promotion_id, count(*) AS uses, sum(amount_cents)::bigint AS cost_cents \
         FROM promotion_uses WHERE released_at IS NULL ",
    )
    .append(Sql::of(of_which, values))
}

fn record_of(promotion: Promotion, used: Option<&Used>) -> Result<PromotionRecord, DbError> {
    let uses = stored("number of uses", u32::try_from(used.map_or(0, |used| used.uses)))?;
    Ok(PromotionRecord { promotion: Promotion { uses, ..promotion }, cost_cents: used.map_or(0, |used| used.cost_cents) })
}

/// The key of a request, which belongs to its member of staff.
fn request_key(by: &Actor, key: &IdempotencyKey) -> String {
    let owner = by.user_id.map(|id| id.to_string()).unwrap_or_default();
    format!("{owner} {key}")
}

/// The promotion that an earlier request with this key added.
async fn added_with(
    connection: &mut AsyncPgConnection,
    key: &str,
    meaning: &str,
) -> Result<Option<PromotionRecord>, Aborted<PromotionError>> {
    let found = promotions::table.filter(promotions::request_key.eq(key));
    let found = found.select((PromotionRow::as_select(), promotions::request_meaning));
    match found.first::<(PromotionRow, Option<String>)>(connection).await.optional()? {
        Some((row, known)) if known.as_deref() == Some(meaning) => Ok(Some(counted(connection, row).await?)),
        Some(_) => Err(Aborted::Refused(PromotionError::KeyReused)),
        None => Ok(None),
    }
}

/// The refusal that a violated constraint means.
fn refused(error: DieselError) -> Aborted<PromotionError> {
    match violated(&error) {
        Some("promotions_code_key") => Aborted::Refused(PromotionError::CodeTaken),
        _ => error.into(),
    }
}

async fn record(connection: &mut AsyncPgConnection, by: &Actor, before: Option<&Promotion>, promotion: &Promotion) -> Result<(), DbError> {
    let (entity_id, action) = (promotion.id.to_string(), if before.is_some() { "update" } else { "create" });
    let (before, after) = (before.map(audited).transpose()?, Some(audited(promotion)?));
    audit::record(connection, by, promotion.updated_at, Entry { action, entity: "promotion", entity_id: &entity_id, before, after }).await
}
