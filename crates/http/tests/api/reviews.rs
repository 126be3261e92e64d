//! Reviews.

use futures_util::future::join_all;
use serde_json::{Value, json};
use testkit::{moments, sample_users};

use crate::pg_shop::{PgShop, SignedIn};
use crate::wire::{Answer, By as _, delete, get, post};

const UNKNOWN: &str = "00000000-0000-0000-0000-000000000007";

async fn write(shop: &PgShop, author: &SignedIn) -> Answer {
    shop.answer(post("/api/reviews", &json!({"rating": 4, "comment": " Smells of rain. "})).by(&author.token)).await
}

/// The id of a new review.
async fn written(shop: &PgShop, author: &SignedIn) -> String {
    let answer = write(shop, author).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.json()["review"]["_id"].as_str().unwrap().to_owned()
}

async fn edit(shop: &PgShop, by: &SignedIn, body: &Value) -> Answer {
    shop.answer(post("/api/reviews/update", body).by(&by.token)).await
}

async fn remove(shop: &PgShop, by: &SignedIn, id: &str) -> Answer {
    shop.answer(delete(&format!("/api/reviews/delete/{id}")).by(&by.token)).await
}

/// The reviews at this address, as `reader` sees them; a stranger without one.
async fn listed(shop: &PgShop, path: &str, reader: Option<&SignedIn>) -> Vec<Value> {
    let answer = shop.answer(reader.map_or_else(|| get(path), |reader| get(path).by(&reader.token))).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json().as_array().unwrap().clone()
}

#[actix_web::test]
async fn a_review_has_all_its_fields() {
    let shop = PgShop::open().await;
    let author = shop.customer().await;
    let answer = write(&shop, &author).await;
    assert_eq!((answer.status, &answer.json()["message"]), (201, &json!("Review submitted successfully!")));
    assert!(answer.is_personal());
    let review = answer.json()["review"].clone();
    let expected = json!({
        "_id": review["_id"], "name": "Nimali Perera", "userEmail": author.user.email.as_str(), "rating": 4, "comment": "Smells of rain.",
        "createdAt": "2026-03-04T01:00:00Z", "updatedAt": "2026-03-04T01:00:00Z", "mine": true,
    });
    assert_eq!(review, expected);
    assert_eq!(listed(&shop, "/api/reviews", Some(&author)).await, [expected]);
}

#[actix_web::test]
async fn a_user_writes_one_review() {
    let shop = PgShop::open().await;
    let author = shop.customer().await;
    let answers = join_all((0..8).map(|_| write(&shop, &author))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
    for refused in answers.iter().filter(|answer| answer.status != 201) {
        assert_eq!(refused.problem(409), "review.already_written");
    }
    assert_eq!(listed(&shop, "/api/reviews", None).await.len(), 1);
}

#[actix_web::test]
async fn ratings_and_comments_follow_their_rules() {
    let shop = PgShop::open().await;
    let author = shop.customer().await;
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
        let answer = shop.answer(post("/api/reviews", &body).by(&author.token)).await;
        assert_eq!(answer.wrong_fields(), fields, "{body}");
        let mut update = body;
        update["reviewId"] = json!(UNKNOWN);
        assert_eq!(edit(&shop, &author, &update).await.wrong_fields(), fields, "{update}");
    }
}

#[actix_web::test]
async fn only_its_author_edits_a_review() {
    let shop = PgShop::open().await;
    let (author, admin) = (shop.customer().await, shop.admin().await);
    let id = written(&shop, &author).await;
    let body = json!({"reviewId": id, "rating": 1, "comment": "Broke"});
    shop.wait(60);
    assert_eq!(edit(&shop, &admin, &body).await.problem(403), "review.not_yours");
    assert_eq!(edit(&shop, &shop.customer().await, &body).await.problem(403), "review.not_yours");
    let edited = edit(&shop, &author, &body).await;
    assert_eq!((edited.status, &edited.json()["message"]), (200, &json!("Review updated successfully!")));
    let review = edited.json()["review"].clone();
    assert_eq!((&review["rating"], &review["comment"]), (&json!(1), &json!("Broke")));
    assert_eq!((&review["createdAt"], &review["updatedAt"]), (&json!("2026-03-04T01:00:00Z"), &json!("2026-03-04T01:01:00Z")));
    assert_eq!(listed(&shop, "/api/reviews", Some(&author)).await, std::slice::from_ref(&review));
    shop.wait(60);
    assert_eq!(edit(&shop, &author, &body).await.json()["review"], review, "nothing changed, not even the time");
}

#[actix_web::test]
async fn an_id_that_is_missing_or_malformed_is_not_found_and_one_of_another_type_is_wrong() {
    let shop = PgShop::open().await;
    let author = shop.customer().await;
    for id in [Value::Null, json!(""), json!("7"), json!("x".repeat(9_000)), json!(UNKNOWN)] {
        let body = json!({"reviewId": id, "rating": 2, "comment": "Meh"});
        assert_eq!(edit(&shop, &author, &body).await.problem(404), "review.not_found", "{id}");
    }
    assert_eq!(edit(&shop, &author, &json!({"rating": 9})).await.problem(404), "review.not_found");
    for id in [json!(7), json!({}), json!([UNKNOWN]), json!(true)] {
        let body = json!({"reviewId": id, "rating": 2, "comment": "Meh"});
        assert_eq!(edit(&shop, &author, &body).await.wrong_fields(), ["reviewId"], "{id}");
    }
}

#[actix_web::test]
async fn administrators_delete_reviews_and_the_author_may_write_another() {
    let shop = PgShop::open().await;
    let (author, admin) = (shop.customer().await, shop.admin().await);
    let id = written(&shop, &author).await;
    let answer = remove(&shop, &admin, &id).await;
    assert_eq!((answer.status, answer.json()), (200, json!({"message": "Review deleted successfully"})));
    for gone in [&id, "7"] {
        assert_eq!(remove(&shop, &admin, gone).await.problem(404), "review.not_found");
    }
    let log = shop.answer(get("/api/admin/audit?entity=review").by(&admin.token)).await.json();
    assert_eq!((&log[0]["action"], &log[0]["entityId"]), (&json!("delete"), &json!(id)), "{log}");
    written(&shop, &author).await;
}

#[actix_web::test]
async fn reviews_are_listed_newest_first_in_pages_of_any_size() {
    let shop = PgShop::open().await;
    for _ in 0..5 {
        written(&shop, &shop.customer().await).await;
        shop.wait(1);
    }
    let all = listed(&shop, "/api/reviews", None).await;
    assert!(all.len() == 5 && all.is_sorted_by(|a, b| a["createdAt"].as_str() > b["createdAt"].as_str()), "{all:?}");
    for limit in [1, 2, 4] {
        assert_eq!(shop.walk("/api/reviews", limit, None).await, all, "{limit}");
    }
    let foreign = shop.answer(get("/api/reviews?after=bnVsbA")).await;
    assert_eq!(foreign.problem(422), "list.invalid_cursor");
    assert!(foreign.json()["errors"]["after"].is_array());
}

#[actix_web::test]
async fn ones_own_review_is_found_by_itself() {
    let shop = PgShop::open().await;
    let (author, silent) = (shop.customer().await, shop.customer().await);
    let id = written(&shop, &author).await;
    written(&shop, &shop.customer().await).await;
    let own = listed(&shop, "/api/reviews?mine=true&limit=5", Some(&author)).await;
    assert_eq!((own.len(), &own[0]["_id"], &own[0]["mine"]), (1, &json!(id), &json!(true)));
    assert!(listed(&shop, "/api/reviews?mine=true", Some(&silent)).await.is_empty());
    assert!(listed(&shop, "/api/reviews?mine=true", None).await.is_empty());
    assert_eq!(shop.answer(get("/api/reviews?mine=yes")).await.wrong_fields(), ["mine"]);
}

#[actix_web::test]
async fn addresses_are_for_their_owners_and_administrators() {
    let shop = PgShop::open().await;
    let (author, stranger, admin) = (shop.customer().await, shop.customer().await, shop.admin().await);
    written(&shop, &author).await;
    let (full, masked) = (author.user.email.as_str().to_owned(), author.user.email.masked());
    for (reader, seen, mine) in
        [(None, &masked, false), (Some(&stranger), &masked, false), (Some(&author), &full, true), (Some(&admin), &full, false)]
    {
        let review = &listed(&shop, "/api/reviews", reader).await[0];
        assert_eq!((&review["userEmail"], &review["mine"]), (&json!(seen), &json!(mine)));
    }
}

#[actix_web::test]
async fn what_is_made_for_one_reader_is_not_kept_for_another() {
    let shop = PgShop::open().await;
    let author = shop.customer().await;
    written(&shop, &author).await;
    let public = shop.answer(get("/api/reviews")).await;
    assert_eq!(public.header("cache-control"), "public, no-cache");
    assert!(public.header("vary").split(", ").any(|header| header == "Authorization"));
    let again = get("/api/reviews").insert_header(("If-None-Match", public.header("etag")));
    assert_eq!(shop.answer(again).await.status, 304);
    for token in [author.token.as_str(), "expired"] {
        let own = shop.answer(get("/api/reviews").by(token)).await;
        assert!(own.is_personal() && own.header("etag").is_empty(), "{token}");
    }
}

#[actix_web::test]
async fn a_review_shows_the_present_name_of_its_author() {
    let shop = PgShop::open().await;
    let author = shop.customer().await;
    written(&shop, &author).await;
    let last_name = Some(sample_users::name("Fernando"));
    let change = domain::accounts::user::ProfileChange { last_name, ..Default::default() };
    shop.stores.users.update_profile(author.user.id, &change, None, moments::now()).await.unwrap();
    assert_eq!(listed(&shop, "/api/reviews", None).await[0]["name"], "Nimali Fernando");
}
