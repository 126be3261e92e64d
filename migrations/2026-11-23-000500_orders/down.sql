DROP TABLE order_contact_changes, order_contacts, order_events, order_items, orders;
