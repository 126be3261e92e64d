//! Reviews.

use domain::reviews::ports::{AddReviewOutcome, UpdateReviewOutcome};
use domain::reviews::rating::Rating;
use domain::reviews::review::Review;
use domain::shared::email::EmailAddress;
use domain::shared::ids::{ReviewId, UserId};
use domain::shared::page::{Page, PageAnswer, TotalCount};
use domain::shared::text::ReviewComment;
use serde_json::{Value, json};
use testkit::moments;
use uuid::Uuid;

use crate::people::customer;
use crate::shop::Shop;
use crate::wire::{By as _, delete, get, post};

const ID: &str = "00000000-0000-0000-0000-000000000007";

pub(crate) fn review(user_id: UserId, email: &str) -> Review {
    Review {
        id: ReviewId::parse(ID).unwrap(),
        user_id,
        name: "Nimali Perera".into(),
        email: EmailAddress::parse(email).unwrap(),
        rating: Rating::parse(4).unwrap(),
        comment: ReviewComment::parse("Lovely").unwrap(),
        created_at: moments::now(),
        updated_at: moments::now(),
    }
}

/// The customer's review and one of another customer.
fn with_reviews() -> Shop {
    let mut shop = Shop::new();
    shop.reviews.expect_list().returning(|_| {
        let items = vec![review(customer().user.id, "nimali@example.com"), review(UserId::new(Uuid::nil()), "jo@example.com")];
        Ok(PageAnswer::Page(Page { items, next: None, total: TotalCount::Exactly(2) }))
    });
    shop
}

#[actix_web::test]
async fn ones_own_review_is_found_by_itself() {
    let mut shop = Shop::new();
    shop.reviews
        .expect_by_author()
        .withf(|user| *user == customer().user.id)
        .times(1)
        .returning(|user| Ok(Some(review(user, "nimali@example.com"))));
    shop.reviews.expect_by_author().returning(|_| Ok(None));
    let shop = shop.open().await;
    for (token, found) in [("customer", 1), ("admin", 0), ("dead", 0), ("", 0)] {
        let request = get("/api/reviews?mine=true&limit=5");
        let answer = shop.answer(if token.is_empty() { request } else { request.by(token) }).await;
        let reviews = answer.json();
        assert_eq!((answer.status, reviews.as_array().unwrap().len()), (200, found), "{token}");
        assert_eq!(answer.header("x-total-count"), found.to_string(), "{token}");
        assert!(found == 0 || reviews[0]["mine"] == true);
    }
    assert_eq!(shop.answer(get("/api/reviews?mine=yes")).await.wrong_fields(), ["mine"]);
}

#[actix_web::test]
async fn addresses_are_for_their_owners_and_administrators() {
    let shop = with_reviews().open().await;
    for (token, seen) in [
        ("", [("ni***@example.com", false), ("j***@example.com", false)]),
        ("dead", [("ni***@example.com", false), ("j***@example.com", false)]),
        ("customer", [("nimali@example.com", true), ("j***@example.com", false)]),
        ("admin", [("nimali@example.com", false), ("jo@example.com", false)]),
    ] {
        let request = get("/api/reviews");
        let answer = shop.answer(if token.is_empty() { request } else { request.by(token) }).await;
        let reviews = answer.json();
        let shown: Vec<_> =
            reviews.as_array().unwrap().iter().map(|r| (r["userEmail"].as_str().unwrap(), r["mine"].as_bool().unwrap())).collect();
        assert_eq!(shown, seen, "{token}");
        assert_eq!(answer.header("x-total-count"), "2");
    }
}

#[actix_web::test]
async fn what_is_made_for_one_reader_is_not_kept_for_another() {
    let shop = with_reviews().open().await;
    let public = shop.answer(get("/api/reviews")).await;
    assert_eq!(public.header("cache-control"), "public, no-cache");
    assert!(public.header("vary").split(", ").any(|header| header == "Authorization"));
    let again = get("/api/reviews").insert_header(("If-None-Match", public.header("etag")));
    assert_eq!(shop.answer(again).await.status, 304);
    for token in ["customer", "dead"] {
        let own = shop.answer(get("/api/reviews").by(token)).await;
        assert!(own.is_personal() && own.header("etag").is_empty(), "{token}");
    }
}

#[actix_web::test]
async fn a_review_has_all_its_fields() {
    let answer = with_reviews().answer(get("/api/reviews").by("customer")).await;
    let expected = json!({
        "_id": ID, "name": "Nimali Perera", "userEmail": "nimali@example.com", "rating": 4, "comment": "Lovely",
        "createdAt": "2026-03-04T01:00:00Z", "updatedAt": "2026-03-04T01:00:00Z", "mine": true,
    });
    assert_eq!(answer.json()[0], expected);
}

#[actix_web::test]
async fn everybody_writes_one_review() {
    let mut shop = Shop::new();
    let mut answers = vec![AddReviewOutcome::AlreadyReviewed, AddReviewOutcome::Added(review(customer().user.id, "nimali@example.com"))];
    shop.reviews
        .expect_add()
        .withf(|r| r.user_id == customer().user.id && r.rating.get() == 4 && r.comment.as_str() == "Lovely")
        .returning(move |_| Ok(answers.pop().unwrap()));
    let shop = shop.open().await;
    let write = || post("/api/reviews", &json!({"rating": 4, "comment": " Lovely "})).by("customer");
    let answer = shop.answer(write()).await;
    assert_eq!((answer.status, &answer.json()["message"]), (201, &json!("Review submitted successfully!")));
    assert_eq!(answer.json()["review"]["mine"], true);
    assert!(answer.is_personal());
    assert_eq!(shop.answer(write()).await.problem(409), "review.already_written");
}

#[actix_web::test]
async fn ratings_and_comments_follow_their_rules() {
    let shop = Shop::new().open().await;
    for (body, fields) in [
        (json!({}), vec!["comment", "rating"]),
        (json!({"rating": 0, "comment": "x"}), vec!["rating"]),
        (json!({"rating": 6, "comment": " "}), vec!["comment", "rating"]),
        (json!({"rating": 4.5, "comment": "x"}), vec!["rating"]),
        (json!({"rating": "5", "comment": "x"}), vec!["rating"]),
        (json!({"rating": 5, "comment": "x".repeat(1_001)}), vec!["comment"]),
        (json!({"rating": 5, "comment": "a\0b"}), vec!["comment"]),
        (json!({"rating": 9, "comment": "Good.\n\nVery good."}), vec!["rating"]),
    ] {
        assert_eq!(shop.answer(post("/api/reviews", &body).by("customer")).await.wrong_fields(), fields, "{body}");
        let mut update = body;
        update["reviewId"] = json!(ID);
        assert_eq!(shop.answer(post("/api/reviews/update", &update).by("customer")).await.wrong_fields(), fields, "{update}");
    }
}

async fn edit(outcome: UpdateReviewOutcome, token: &str, body: &Value) -> crate::wire::Answer {
    let mut shop = Shop::new();
    shop.reviews.expect_update().returning(move |_, _, _, _, _| Ok(outcome.clone()));
    shop.answer(post("/api/reviews/update", body).by(token)).await
}

#[actix_web::test]
async fn only_its_owner_edits_a_review() {
    let body = json!({"reviewId": ID, "rating": 2, "comment": "Meh"});
    let answer = edit(UpdateReviewOutcome::Updated(review(customer().user.id, "nimali@example.com")), "customer", &body).await;
    assert_eq!((answer.status, &answer.json()["message"]), (200, &json!("Review updated successfully!")));
    assert_eq!(edit(UpdateReviewOutcome::NotOwner, "admin", &body).await.problem(403), "review.not_yours");
    assert_eq!(edit(UpdateReviewOutcome::NotFound, "customer", &body).await.problem(404), "review.not_found");
    for malformed in [json!({"rating": 2, "comment": "Meh"}), json!({"reviewId": "7", "rating": 9})] {
        assert_eq!(edit(UpdateReviewOutcome::NotFound, "customer", &malformed).await.problem(404), "review.not_found");
    }
}

#[actix_web::test]
async fn an_id_that_is_missing_or_malformed_is_no_reviews_and_one_that_is_no_text_is_wrong() {
    for missing in
        [json!({}), json!({"reviewId": null}), json!({"reviewId": ""}), json!({"reviewId": "7"}), json!({"reviewId": "x".repeat(9_000)})]
    {
        let mut body = missing.clone();
        (body["rating"], body["comment"]) = (json!(2), json!("Meh"));
        assert_eq!(
            Shop::new().answer(post("/api/reviews/update", &body).by("customer")).await.problem(404),
            "review.not_found",
            "{missing}"
        );
    }
    for wrong in [json!(7), json!({}), json!([ID]), json!(true)] {
        let body = json!({"reviewId": wrong, "rating": 2, "comment": "Meh"});
        assert_eq!(Shop::new().answer(post("/api/reviews/update", &body).by("customer")).await.wrong_fields(), ["reviewId"], "{wrong}");
    }
}

#[actix_web::test]
async fn whoever_is_deleted_while_they_write_is_signed_out() {
    let mut shop = Shop::new();
    shop.reviews.expect_add().returning(|_| Ok(AddReviewOutcome::AuthorGone));
    let answer = shop.answer(post("/api/reviews", &json!({"rating": 4, "comment": "Lovely"})).by("customer")).await;
    assert_eq!(answer.problem(401), "auth.not_signed_in");
}

#[actix_web::test]
async fn administrators_delete_reviews() {
    let mut shop = Shop::new();
    let mut there = vec![false, true];
    shop.reviews.expect_delete().returning(move |_, _, _| Ok(there.pop().unwrap()));
    let shop = shop.open().await;
    let remove = |id: &str| delete(&format!("/api/reviews/delete/{id}")).by("admin");
    let answer = shop.answer(remove(ID)).await;
    assert_eq!((answer.status, answer.json()), (200, json!({"message": "Review deleted successfully"})));
    assert_eq!(shop.answer(remove(ID)).await.problem(404), "review.not_found");
    assert_eq!(shop.answer(remove("7")).await.problem(404), "review.not_found");
}
