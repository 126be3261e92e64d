//! The addresses of users. Each change locks the row of the user first: changes of one book run one after the other.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::delivery::address::{DeliveryAddress, PostalCode};
use domain::delivery::address_book::{AddressBook, AddressBookError, AddressEntry, MAX_ADDRESSES, SavedAddress};
use domain::delivery::district::District;
use domain::shared::ids::{AddressId, UserId};
use domain::shared::phone::PhoneNumber;
use domain::shared::text::Text;
use uuid::Uuid;

use crate::connection::pool::Postgres;
use crate::connection::transaction::Aborted;
use crate::connection::work_limits::{Work, row_of};
use crate::error::{DbError, known, stored};
use crate::schema::{user_addresses, users};

#[async_trait]
impl AddressBook for Postgres {
    async fn list(&self, user: UserId) -> Result<Vec<SavedAddress>, AddressBookError> {
        Ok(list(&mut *self.connection().await?, user).await?)
    }

    async fn add(&self, user: UserId, id: AddressId, entry: &AddressEntry, now: DateTime<Utc>) -> Result<SavedAddress, AddressBookError> {
        self.in_transaction(Work::Accounts, &[row_of::user(user)], async |connection| {
            let present = locked(connection, user).await?.ok_or(Aborted::Refused(AddressBookError::UserGone))?;
            if present.len() >= MAX_ADDRESSES {
                return Err(Aborted::Refused(AddressBookError::Full));
            }
            let is_default = entry.is_default || present.is_empty();
            if is_default {
                clear_default(connection, user).await?;
            }
            let row = row_with(id, entry, is_default);
            let owner = (user_addresses::user_id.eq(user.uuid()), user_addresses::created_at.eq(now));
            diesel::insert_into(user_addresses::table).values((row.clone(), owner)).execute(connection).await?;
            Ok(address_of(row)?)
        })
        .await
    }

    async fn replace(&self, user: UserId, id: AddressId, entry: &AddressEntry) -> Result<SavedAddress, AddressBookError> {
        self.in_transaction(Work::Accounts, &[row_of::user(user)], async |connection| {
            let present = locked(connection, user).await?.unwrap_or_default();
            let before = present.into_iter().find(|address| address.id == id).ok_or(Aborted::Refused(AddressBookError::NotFound))?;
            if entry.is_default && !before.entry.is_default {
                clear_default(connection, user).await?;
            }
            let row = row_with(id, entry, entry.is_default || before.entry.is_default);
            diesel::update(user_addresses::table.find(id.uuid())).set(row.clone()).execute(connection).await?;
            Ok(address_of(row)?)
        })
        .await
    }

    async fn remove(&self, user: UserId, id: AddressId) -> Result<(), AddressBookError> {
        self.in_transaction(Work::Accounts, &[row_of::user(user)], async |connection| {
            let present = locked(connection, user).await?.unwrap_or_default();
            let removed = present.iter().find(|address| address.id == id).ok_or(Aborted::Refused(AddressBookError::NotFound))?;
            diesel::delete(user_addresses::table.find(id.uuid())).execute(connection).await?;
            let newest = present.iter().find(|address| address.id != id);
            if let Some(newest) = newest.filter(|_| removed.entry.is_default) {
                let next = user_addresses::table.find(newest.id.uuid());
                let changed = diesel::update(next).set(user_addresses::is_default.eq(true)).execute(connection).await?;
                known("address that becomes the default", (changed == 1).then_some(()))?;
            }
            Ok(())
        })
        .await
    }
}

/// The columns of [`user_addresses`] that make an [`AddressEntry`].
#[derive(Clone, Debug, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = user_addresses, check_for_backend(diesel::pg::Pg), treat_none_as_null = true)]
struct Row {
    id: Uuid,
    label: Option<String>,
    name: String,
    phone: String,
    line1: String,
    line2: Option<String>,
    city: String,
    district: String,
    postal_code: Option<String>,
    is_default: bool,
}

fn row_with(id: AddressId, entry: &AddressEntry, is_default: bool) -> Row {
    let AddressEntry { label, name, phone, address, is_default: _ } = entry;
    Row {
        id: id.uuid(),
        label: label.as_ref().map(|label| label.as_str().to_owned()),
        name: name.as_str().to_owned(),
        phone: phone.as_str().to_owned(),
        line1: address.line1.as_str().to_owned(),
        line2: address.line2.as_ref().map(|line| line.as_str().to_owned()),
        city: address.city.as_str().to_owned(),
        district: address.district.as_str().to_owned(),
        postal_code: address.postal_code.as_ref().map(|code| code.as_str().to_owned()),
        is_default,
    }
}

fn address_of(row: Row) -> Result<SavedAddress, DbError> {
    let address = DeliveryAddress {
        line1: stored("line of an address", Text::parse_known(&row.line1))?,
        line2: stored("line of an address", row.line2.as_deref().map(Text::parse_known).transpose())?,
        city: stored("city", Text::parse_known(&row.city))?,
        district: stored("district", District::parse(&row.district))?,
        postal_code: stored("postal code", row.postal_code.as_deref().map(PostalCode::parse).transpose())?,
    };
    let entry = AddressEntry {
        label: stored("label of an address", row.label.as_deref().map(Text::parse_known).transpose())?,
        name: stored("recipient", Text::parse_known(&row.name))?,
        phone: stored("telephone number", PhoneNumber::parse(&row.phone))?,
        address,
        is_default: row.is_default,
    };
    Ok(SavedAddress { id: AddressId::new(row.id), entry })
}

async fn list(connection: &mut AsyncPgConnection, user: UserId) -> Result<Vec<SavedAddress>, DbError> {
    let own = user_addresses::table.filter(user_addresses::user_id.eq(user.uuid()));
    let newest = (user_addresses::is_default.desc(), user_addresses::created_at.desc(), user_addresses::id);
    let rows: Vec<Row> = own.order(newest).select(Row::as_select()).load(connection).await?;
    rows.into_iter().map(address_of).collect()
}

/// Locks the book of a user; `None` where the user is gone, else the addresses.
async fn locked(connection: &mut AsyncPgConnection, user: UserId) -> Result<Option<Vec<SavedAddress>>, DbError> {
    let owner = users::table.find(user.uuid()).select(users::id).for_no_key_update();
    let owner: Option<Uuid> = owner.first(connection).await.optional()?;
    match owner {
        Some(_) => list(connection, user).await.map(Some),
        None => Ok(None),
    }
}

async fn clear_default(connection: &mut AsyncPgConnection, user: UserId) -> Result<(), DbError> {
    let own = user_addresses::table.filter(user_addresses::user_id.eq(user.uuid()));
    diesel::update(own).set(user_addresses::is_default.eq(false)).execute(connection).await?;
    Ok(())
}
