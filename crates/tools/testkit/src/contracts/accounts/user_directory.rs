//! The contract of [`domain::accounts::ports::UserDirectory`].

use std::collections::BTreeSet;

use domain::accounts::user::{NewUser, ProfileChange, User, UserType};
use domain::delivery::address_book::AddressEntry;
use domain::shared::ids::AddressId;
use domain::shared::page::PageRequest;
use domain::shared::phone::PhoneNumber;
use domain::shared::text::SearchText;

use crate::contracts::Shop;
use crate::contracts::paging::{each_list_takes_its_own_cursors, refuses_malformed_cursors, walk};
use crate::contracts::shop::page;
use crate::{moments, sample_addresses, sample_orders, sample_products, sample_users, unique};

/// An address finds its user only.
pub async fn users_are_found_by_address(shop: &Shop) {
    let user = shop.customer().await;
    assert_eq!(shop.user_directory.by_email(&user.email).await.unwrap(), Some(user));
    assert_eq!(shop.user_directory.by_email(&sample_users::email()).await.unwrap(), None);
}

/// The order is total, also for users registered at the same time.
pub async fn the_list_is_paged_newest_first(shop: &Shop) {
    for second in [3, 1, 2, 2, 2, 5, 4] {
        shop.register(NewUser { created_at: moments::seconds_later(second), ..sample_users::customer() }).await;
    }
    for limit in [1, 2, 3, 7, 8] {
        let users = walk(limit, |request| async move { page(shop.user_directory.list(None, &request).await.unwrap()) }).await;
        let keys: Vec<_> = users.iter().map(|u| std::cmp::Reverse((u.created_at, u.id))).collect();
        assert_eq!(users.len(), 7);
        assert!(keys.is_sorted());
    }
    refuses_malformed_cursors(|request| async move { shop.user_directory.list(None, &request).await.unwrap() }).await;
}

/// A cursor of one search is refused by another.
pub async fn a_cursor_of_users_belongs_to_its_text(shop: &Shop) {
    for _ in 0..3 {
        shop.customer().await;
    }
    let lists = [None, Some("example.com"), Some("example")].map(|text| text.map(|text| SearchText::parse(text).unwrap()));
    each_list_takes_its_own_cursors(&lists, |text, page| async move { shop.user_directory.list(text.as_ref(), &page).await.unwrap() })
        .await;
}

/// Any part matches, in any case, with or without accents.
pub async fn text_is_found_in_name_and_address(shop: &Shop) {
    let named = |first: &str, last: &str| NewUser {
        first_name: sample_users::name(first),
        last_name: sample_users::name(last),
        ..sample_users::customer()
    };
    let renée = shop.register(named("Renée", "de Silva")).await;
    let nimal = shop.register(named("නිමල්", "පෙරේරා")).await;
    for (text, user) in [("renee", &renée), ("NÉE DE", &renée), ("ilv", &renée), ("නිමල්", &nimal), ("රේර", &nimal), ("මල", &nimal)]
    {
        assert_eq!(found(shop, text).await, std::slice::from_ref(user), "{text}");
    }
    let written = shop.register(named("Nimal", "Perera")).await;
    for text in ["perera nimal", "Perera N.", "N Perera", "nimal perera", "perera, nimal"] {
        assert_eq!(found(shop, text).await, std::slice::from_ref(&written), "{text}");
    }
    assert!(found(shop, "perera k.").await.is_empty());
    let part: String = nimal.email.as_str().chars().skip(2).take(14).collect();
    assert_eq!(found(shop, &part.to_uppercase()).await, std::slice::from_ref(&nimal));
    assert_eq!(found(shop, "  ").await.len(), 3);
    assert_eq!(found(shop, "@example.com").await.len(), 3);
}

/// `%` and `_` are literal characters.
pub async fn text_is_no_pattern(shop: &Shop) {
    let odd = shop.register(NewUser { first_name: sample_users::name("100%_\\sure"), ..sample_users::customer() }).await;
    shop.customer().await;
    for text in ["%", "_", "\\", "100%", "%_"] {
        assert_eq!(found(shop, text).await, std::slice::from_ref(&odd), "{text}");
    }
    for text in [".*", "'", "%%", "a%m"] {
        assert!(found(shop, text).await.is_empty(), "{text}");
    }
}

/// The search index follows a change of the name.
pub async fn a_changed_name_is_found(shop: &Shop) {
    let user = shop.customer().await;
    let change = ProfileChange { last_name: Some(sample_users::name("Wickramasinghe")), ..ProfileChange::default() };
    shop.users.update_profile(user.id, &change, None, moments::now()).await.unwrap();
    assert_eq!(found(shop, "wickrama").await.len(), 1);
    assert!(found(shop, "perera").await.is_empty());
}

/// A user counts once for any number of live sessions, and does not count with ended sessions only.
pub async fn activity_shows_live_sessions(shop: &Shop) {
    let (busy, idle, gone) = (shop.admin().await, shop.customer().await, shop.customer().await);
    let (first, _) = (shop.session(&busy).await, shop.session(&busy).await);
    shop.session(&idle).await;
    let over = shop.session(&gone).await;
    shop.sessions.revoke(over.id, moments::now()).await.unwrap();
    let later = moments::seconds_later(20 * 60);
    shop.sessions.authenticate(first.id, busy.id, later).await.unwrap().unwrap();
    let activity = shop.user_directory.activity(later).await.unwrap();
    assert_eq!(activity.active, [(busy.email.clone(), UserType::Admin)]);
    let activity = shop.user_directory.activity(moments::now()).await.unwrap();
    assert_eq!(activity.active.len(), 2, "{activity:?}");
}

/// Each login is an entry, also several of one user and those of ended sessions.
pub async fn the_last_ten_logins_are_told_newest_first(shop: &Shop) {
    let (often, once) = (shop.customer().await, shop.admin().await);
    for second in 0..12 {
        let mut session = sample_users::session_of(if second == 11 { &once } else { &often });
        (session.created_at, session.last_used_at) = (moments::seconds_later(second), moments::seconds_later(second));
        assert!(shop.sessions.open(&session, None).await.unwrap());
        if second == 10 {
            shop.sessions.revoke(session.id, moments::seconds_later(second)).await.unwrap();
        }
    }
    let logins = shop.user_directory.activity(moments::seconds_later(20)).await.unwrap().recent_logins;
    let expected = (2..12).rev().map(|second| {
        let who = if second == 11 { &once } else { &often };
        (who.email.clone(), moments::seconds_later(second))
    });
    assert_eq!(logins, expected.collect::<Vec<_>>());
}

/// Customers do not count as administrators.
pub async fn administrators_are_noticed(shop: &Shop) {
    shop.customer().await;
    assert!(!shop.user_directory.any_admin().await.unwrap());
    shop.admin().await;
    assert!(shop.user_directory.any_admin().await.unwrap());
}

/// The number of an order or of the address book, also as it is pasted from a page or a contact.
pub async fn users_are_found_by_telephone_number(shop: &Shop) {
    let product = shop.add(sample_products::with_stock(10, sample_products::product("Rose"))).await;
    let (buyer, saver, other) = (shop.customer().await, shop.customer().await, shop.customer().await);
    for (user, phone) in [(&buyer, "077 123 4567"), (&buyer, "+94 77 123 4567"), (&other, "011 276 5432")] {
        let mut draft = sample_orders::draft(user, &[(&product, 1)]);
        draft.shipping.phone = PhoneNumber::parse(phone).unwrap();
        shop.place(&draft).await;
    }
    let entry = AddressEntry { phone: PhoneNumber::parse("+94 (77) 123-4599").unwrap(), ..sample_addresses::entry() };
    shop.addresses.add(saver.id, AddressId::new(unique::uuid()), &entry, moments::now()).await.unwrap();
    for text in ["0771234567", "+94 (77) 123\u{2011}45.67", "\u{202a}+94\u{a0}77\u{a0}123\u{a0}4567\u{202c}", "077.123.4567"] {
        assert_eq!(found(shop, text).await, std::slice::from_ref(&buyer), "{text:?}");
    }
    for text in ["0771234599", "+94 77 123 45 99"] {
        assert_eq!(found(shop, text).await, std::slice::from_ref(&saver), "{text:?}");
    }
    let ids: BTreeSet<_> = found(shop, "077\u{2011}1234").await.into_iter().map(|user| user.id).collect();
    assert_eq!(ids, BTreeSet::from([buyer.id, saver.id]), "a number is found by its beginning");
    assert_eq!(found(shop, "0771234568").await, []);
    let named = NewUser { first_name: sample_users::name("0112765432"), ..sample_users::customer() };
    let named = shop.register(named).await;
    let ids: BTreeSet<_> = found(shop, "0112765432").await.into_iter().map(|user| user.id).collect();
    assert_eq!(ids, BTreeSet::from([other.id, named.id]), "and by the text itself");
    let walked = walk(1, |request: PageRequest| async move {
        let text = SearchText::parse("077 123 45").unwrap();
        page(shop.user_directory.list(Some(&text), &request).await.unwrap())
    });
    assert_eq!(walked.await.len(), 2, "each page has the next ones");
}

async fn found(shop: &Shop, text: &str) -> Vec<User> {
    let text = SearchText::parse(text).unwrap();
    page(shop.user_directory.list(Some(&text), &PageRequest::default()).await.unwrap()).items
}
