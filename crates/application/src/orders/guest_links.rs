//! The links of guests' orders: checking their keys, mailing and revoking them (contract-commerce, section 5).

use std::sync::Arc;

use domain::accounts::actor::Actor;
use domain::messages::ports::MailOutbox;
use domain::orders::guest_orders::{AccessKeys, Contact, GuestOrders, KeyHolder, RevokeLinkError};
use domain::orders::order_mails;
use domain::orders::ports::OrderReader;
use domain::shared::order_id::OrderId;
use domain::shared::ports::{Clock, PortError};

/// The outcome of a request for the page of an order. It must not reach the caller: knowing a number and a contact shows nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookupOutcome {
    Mailed,
    /// It was mailed a moment ago.
    MailedBefore,
    /// No order has the number and the contact.
    NoMatch,
}

#[derive(Clone)]
pub struct GuestLinks {
    pub guests: Arc<dyn GuestOrders>,
    pub keys: Arc<dyn AccessKeys>,
    pub orders: Arc<dyn OrderReader>,
    pub outbox: Arc<dyn MailOutbox>,
    pub clock: Arc<dyn Clock>,
}

impl GuestLinks {
    /// The holder of the key of this order; `None` where it is another order's, revoked, or no key.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn holder(&self, order: &OrderId, key: &str) -> Result<Option<KeyHolder>, PortError> {
        let access = self.guests.access(order).await?.filter(|access| self.keys.is_key_of(key, order, access.epoch));
        Ok(access.map(|access| KeyHolder { order: access.order, email: access.email }))
    }

    /// Mails the page of the order with this number to the order's own address, if it was placed with this contact. Its duration depends on
    /// that, so callers must not wait for it before they answer a client.
    ///
    /// # Errors
    /// When a store fails.
    pub async fn look_up(&self, id: &OrderId, contact: &Contact) -> Result<LookupOutcome, PortError> {
        let Some(order) = self.orders.by_id(id).await?.filter(|order| contact.is_of(order)) else { return Ok(LookupOutcome::NoMatch) };
        let is_new = self.outbox.enqueue(&order_mails::link(&order, self.clock.now())).await?;
        Ok(if is_new { LookupOutcome::Mailed } else { LookupOutcome::MailedBefore })
    }

    /// Ends the key of a guest's order, and mails the link with the new one if that is wanted.
    ///
    /// # Errors
    /// [`RevokeLinkError`]; nothing is changed then.
    pub async fn revoke(&self, by: &Actor, id: &OrderId, is_mailed: bool) -> Result<(), RevokeLinkError> {
        let order = self.orders.by_id(id).await?.ok_or(RevokeLinkError::NotFound)?;
        let now = self.clock.now();
        let mail = is_mailed.then(|| order_mails::new_link(&order, now));
        self.guests.revoke(id, mail, by, now).await
    }
}

#[cfg(test)]
mod tests {
    use domain::messages::ports::MockMailOutbox;
    use domain::orders::guest_orders::{AccessEpoch, AccessKey, GuestAccess, MockAccessKeys, MockGuestOrders};
    use domain::orders::order::Order;
    use domain::orders::ports::MockOrderReader;
    use domain::shared::email::EmailAddress;
    use testkit::{sample_orders, sample_users};

    use super::*;
    use crate::samples::clock;

    /// The links of a shop with this order, a guest's in its third epoch.
    fn links(order: &Order, outbox: MockMailOutbox) -> GuestLinks {
        let access = GuestAccess { order: order.id.clone(), email: order.email.clone(), epoch: AccessEpoch(2) };
        let (mut guests, mut keys, mut orders) = (MockGuestOrders::new(), MockAccessKeys::new(), MockOrderReader::new());
        guests.expect_access().returning(move |id| Ok(Some(access.clone()).filter(|access| access.order == *id)));
        keys.expect_is_key_of().returning(|text, _, epoch| text == format!("key {}", epoch.0));
        keys.expect_key_of().returning(|_, epoch| AccessKey::new(format!("key {}", epoch.0)));
        let order = order.clone();
        orders.expect_by_id().returning(move |id| Ok(Some(order.clone()).filter(|order| order.id == *id)));
        GuestLinks { guests: Arc::new(guests), keys: Arc::new(keys), orders: Arc::new(orders), outbox: Arc::new(outbox), clock: clock() }
    }

    fn order() -> Order {
        sample_orders::draft(&sample_users::registered(sample_users::customer()), &[]).into_order()
    }

    #[tokio::test]
    async fn a_key_is_good_for_its_order_in_the_present_epoch() {
        let (order, other) = (order(), sample_orders::order_id());
        let links = links(&order, MockMailOutbox::new());
        let holder = KeyHolder { order: order.id.clone(), email: order.email.clone() };
        assert_eq!(links.holder(&order.id, "key 2").await.unwrap(), Some(holder));
        for (id, key) in [(&order.id, "key 1"), (&order.id, ""), (&other, "key 2")] {
            assert_eq!(links.holder(id, key).await.unwrap(), None, "{key}");
        }
    }

    #[tokio::test]
    async fn a_page_is_mailed_to_the_orders_own_address_if_the_contact_fits() {
        let order = order();
        let to = Some(order.email.clone());
        for (is_new, outcome) in [(true, LookupOutcome::Mailed), (false, LookupOutcome::MailedBefore)] {
            let (mut outbox, to) = (MockMailOutbox::new(), to.clone());
            outbox.expect_enqueue().withf(move |mail| mail.to == to).once().returning(move |_| Ok(is_new));
            let contact = Contact::Phone(order.shipping.phone.clone());
            assert_eq!(links(&order, outbox).look_up(&order.id, &contact).await.unwrap(), outcome);
        }
        let other = Contact::Email(EmailAddress::parse("other@example.com").unwrap());
        assert_eq!(links(&order, MockMailOutbox::new()).look_up(&order.id, &other).await.unwrap(), LookupOutcome::NoMatch);
    }
}
