//! The contract of [`domain::reviews::ports::ReviewRepository`].

use domain::accounts::user::{ProfileChange, User};
use domain::reviews::ports::{AddReviewOutcome, UpdateReviewOutcome};
use domain::reviews::rating::Rating;
use domain::reviews::review::{NewReview, Review};
use domain::shared::ids::{ReviewId, UserId};
use domain::shared::page::PageRequest;
use domain::shared::text::ReviewComment;

use crate::contracts::Shop;
use crate::contracts::paging::{refuses_malformed_cursors, walk};
use crate::contracts::shop::page;
use crate::{moments, sample_users, unique};

fn rating(stars: i64) -> Rating {
    Rating::parse(stars).unwrap()
}

fn comment(text: &str) -> ReviewComment {
    ReviewComment::parse(text).unwrap()
}

fn review(user_id: UserId, second: i64) -> NewReview {
    let id = ReviewId::new(unique::uuid());
    NewReview {
        id, user_id, rating: rating(4), comment: comment("Smells of rain. මලක් වගේ!"), created_at: moments::seconds_later(second)
    }
}

async fn add(shop: &Shop, user: &User, second: i64) -> Review {
    match shop.reviews.add(&review(user.id, second)).await.unwrap() {
        AddReviewOutcome::Added(review) => review,
        other => panic!("{}: {other:?}", user.email),
    }
}

/// A review shows the author's name and address; a second one is refused.
pub async fn a_user_reviews_once(shop: &Shop) {
    let user = shop.customer().await;
    let new = review(user.id, 0);
    let expected = Review {
        id: new.id,
        user_id: user.id,
        name: "Nimali Perera".to_owned(),
        email: user.email.clone(),
        rating: new.rating,
        comment: new.comment.clone(),
        created_at: new.created_at,
        updated_at: new.created_at,
    };
    assert_eq!(shop.reviews.add(&new).await.unwrap(), AddReviewOutcome::Added(expected.clone()));
    assert_eq!(shop.reviews.add(&review(user.id, 1)).await.unwrap(), AddReviewOutcome::AlreadyReviewed);
    assert_eq!(page(shop.reviews.list(&PageRequest::default()).await.unwrap()).items, [expected]);
}

/// The other simultaneous reviews are refused.
pub async fn two_reviews_at_once_make_one(shop: &Shop) {
    let user = shop.customer().await;
    let attempts = (0..8).map(|_| {
        let (shop, new) = (shop.clone(), review(user.id, 0));
        tokio::spawn(async move { shop.reviews.add(&new).await.unwrap() })
    });
    let answers = futures_util::future::try_join_all(attempts).await.unwrap();
    assert_eq!(answers.iter().filter(|a| matches!(a, AddReviewOutcome::Added(_))).count(), 1);
}

/// Only the author can change a review.
pub async fn a_review_is_its_authors_to_change(shop: &Shop) {
    let (user, other) = (shop.customer().await, shop.admin().await);
    let written = add(shop, &user, 0).await;
    let later = moments::seconds_later(60);
    let update = |id, user: &User| {
        let user = user.id;
        async move { shop.reviews.update(id, user, rating(1), &comment("Broke"), later).await.unwrap() }
    };
    assert_eq!(update(written.id, &other).await, UpdateReviewOutcome::NotOwner);
    assert_eq!(update(ReviewId::new(unique::uuid()), &user).await, UpdateReviewOutcome::NotFound);
    assert_eq!(page(shop.reviews.list(&PageRequest::default()).await.unwrap()).items, std::slice::from_ref(&written));
    let expected = Review { rating: rating(1), comment: comment("Broke"), updated_at: later, ..written };
    assert_eq!(update(expected.id, &user).await, UpdateReviewOutcome::Updated(expected));
}

/// An edit without a change does not even write the time.
pub async fn a_review_that_says_so_already_is_not_written(shop: &Shop) {
    let (user, other) = (shop.customer().await, shop.customer().await);
    let written = add(shop, &user, 0).await;
    let again = |user: &User| shop.reviews.update(written.id, user.id, written.rating, &written.comment, moments::seconds_later(60));
    assert_eq!(again(&user).await.unwrap(), UpdateReviewOutcome::Unchanged(written.clone()));
    assert_eq!(again(&other).await.unwrap(), UpdateReviewOutcome::NotOwner);
}

/// A user who is deleted meanwhile cannot add a review.
pub async fn a_user_who_is_gone_reviews_nothing(shop: &Shop) {
    let user = shop.customer().await;
    let written = add(shop, &user, 0).await;
    shop.users.delete(&user.email, &sample_users::actor(), moments::now()).await.unwrap();
    assert_eq!(shop.reviews.add(&review(user.id, 1)).await.unwrap(), AddReviewOutcome::AuthorGone);
    let update = shop.reviews.update(written.id, user.id, rating(1), &comment("Broke"), moments::now()).await.unwrap();
    assert_eq!(update, UpdateReviewOutcome::NotFound);
}

/// A review is deleted once; then its author may write another one.
pub async fn a_review_can_be_deleted(shop: &Shop) {
    let user = shop.customer().await;
    let written = add(shop, &user, 0).await;
    let by = sample_users::actor();
    assert!(shop.reviews.delete(written.id, &by, moments::now()).await.unwrap());
    assert!(!shop.reviews.delete(written.id, &by, moments::now()).await.unwrap());
    add(shop, &user, 1).await;
}

/// The order is the same with pages of any size.
pub async fn reviews_are_listed_newest_first(shop: &Shop) {
    for second in [2, 1, 2, 2, 3] {
        add(shop, &shop.customer().await, second).await;
    }
    for limit in [1, 2, 5, 6] {
        let reviews = walk(limit, |request| async move { page(shop.reviews.list(&request).await.unwrap()) }).await;
        assert_eq!(reviews.len(), 5);
        assert!(reviews.is_sorted_by_key(|r| std::cmp::Reverse((r.created_at, r.id))));
    }
    refuses_malformed_cursors(|request| async move { shop.reviews.list(&request).await.unwrap() }).await;
}

/// The author's review is found among any number of newer ones.
pub async fn a_user_finds_their_own_review(shop: &Shop) {
    let (user, silent) = (shop.customer().await, shop.customer().await);
    let written = add(shop, &user, 0).await;
    for second in [1, 2] {
        add(shop, &shop.customer().await, second).await;
    }
    assert_eq!(shop.reviews.by_author(user.id).await.unwrap(), Some(written));
    assert_eq!(shop.reviews.by_author(silent.id).await.unwrap(), None);
}

/// A review follows a change of its author's name.
pub async fn a_review_shows_its_authors_present_name(shop: &Shop) {
    let user = shop.customer().await;
    add(shop, &user, 0).await;
    let change = ProfileChange { last_name: Some(sample_users::name("Fernando")), ..ProfileChange::default() };
    shop.users.update_profile(user.id, &change, None, moments::now()).await.unwrap().user().unwrap();
    let listed = page(shop.reviews.list(&PageRequest::default()).await.unwrap()).items;
    assert_eq!(listed[0].name, "Nimali Fernando");
}
