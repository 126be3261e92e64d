//! The argument of the function `place_order`.

use std::time::Duration;

use domain::orders::order::{OrderDraft, OrderItem};
use domain::promotions::applied::SeenPromotions;
use serde_json::{Value, json};

use super::row;
use crate::error::{DbError, known};

/// The argument of `place_order`, of its version 4, with the versions of the settings and the saves of promotions that the order is priced
/// with, and the limits of new customers where they may hold. A guest has no `user_id`.
pub(super) fn argument(draft: &OrderDraft, lock_timeout: Duration) -> Result<Value, DbError> {
    let settings = draft.settings.map(|seen| json!({ "delivery": seen.delivery, "payments": seen.payments }));
    let new_customer = draft.new_customer.map(|limits| json!({ "orders": limits.orders, "units": limits.units }));
    let mut argument = json!({
        "version": 4,
        "owner_key": draft.key_owner().to_string(),
        "lock_timeout": format!("{}ms", lock_timeout.as_millis().max(1)),
        "id": draft.id.as_str(),
        "email": draft.email,
        "shipping_name": draft.shipping.name,
        "shipping_address": draft.shipping.address,
        "shipping_phone": draft.shipping.phone.as_str(),
        "total_cents": draft.total,
        "placed_at": draft.placed_at,
        "search_text": row::found_by(&draft.shipping.name, &draft.email),
        "key": draft.claim.as_ref().map(|claim| claim.key.as_str()),
        "meaning": draft.claim.as_ref().map(|claim| claim.fingerprint.0.as_str()),
        "items": draft.items.iter().enumerate().map(line_of).collect::<Result<Vec<_>, _>>()?,
    });
    let promotions = draft.promotions.as_ref().map(|seen| promotions_of(draft, seen));
    let is_cash = !draft.payment().method.is_prepaid();
    let (user, guest) = match draft.user_id {
        Some(user) => (Some(json!(user.uuid())), None),
        None => (None, Some(json!({ "cash": is_cash }))),
    };
    let optional =
        [("settings", settings), ("new_customer", new_customer), ("promotions", promotions), ("user_id", user), ("guest", guest)];
    if let Some(argument) = argument.as_object_mut() {
        argument.extend(optional.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
    }
    Ok(argument)
}

/// The saves of promotions that an order is priced with, and the promotions that it uses.
fn promotions_of(draft: &OrderDraft, seen: &SeenPromotions) -> Value {
    let pricing = draft.delivery.pricing.iter().flat_map(|pricing| &pricing.promotions);
    let used: Vec<_> = pricing.map(|promotion| json!({ "id": promotion.id, "cents": promotion.amount })).collect();
    json!({ "saves": seen.saves, "used": used })
}

fn line_of((position, item): (usize, &OrderItem)) -> Result<Value, DbError> {
    Ok(json!({
        "position": position,
        "product_id": known("product of a new order", item.product_id)?.uuid(),
        "code": item.code,
        "name": item.name,
        "image": item.image,
        "price_cents": item.price,
        "quantity": item.quantity,
        "discount_cents": item.discount,
    }))
}
