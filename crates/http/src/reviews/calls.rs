//! Reviews: list, write, edit, delete (contract, Reviews).

use actix_web::http::header::{AUTHORIZATION, CACHE_CONTROL, HeaderName, HeaderValue, VARY};
use actix_web::{HttpRequest, HttpResponse, web};
use application::reviews::ReviewUseCases;
use application::reviews::delete_review::DeleteReviewError;
use application::reviews::edit_review::EditReviewError;
use domain::accounts::permission::Permission;
use domain::accounts::session::Principal;
use domain::catalog::ports::CatalogueChange;
use domain::reviews::rating::Rating;
use domain::reviews::review::Review;
use domain::shared::edit::Edited;
use domain::shared::ids::ReviewId;
use domain::shared::page::{Page, TotalCount};
use domain::shared::text::ReviewComment;

use crate::cache::note_change::answering;
use crate::cache::response_cache::{FinishedAnswer, ResponseCache};
use crate::extract::authentication::{Admin, MaybeSignedIn, SignedIn};
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::extract::paging::{list_refusal, page_header_values, page_request};
use crate::extract::query_params::{QueryParams, parse_flag};
use crate::middleware::rate_limit::Rule;
use crate::response::message_json::MessageJson;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflicting, Denied, Failures, ForAdmins, ForUsers, Limited, Missing, WithBody, WithParameters};
use crate::reviews::json::{CreateReviewRequest, ReviewJson, ReviewResponse, ReviewUpdate};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, list, access: Access::OptionalSession, limit: Limit::PerAddress(Rule::Read), changes: None);
    route!(table, create, access: Access::SignedIn, limit: Limit::PerUser(Rule::ChangeDetails), changes: Some(CatalogueChange::Content));
    route!(table, update, access: Access::SignedIn, limit: Limit::PerUser(Rule::ChangeDetails), changes: Some(CatalogueChange::Content));
    route!(table, delete, access: Access::Staff(Permission::DeleteReviews), limit: Limit::Unlimited, changes: Some(CatalogueChange::Content));
}

/// One page of reviews, newest first; with `mine=true` the caller's own alone.
#[utoipa::path(get, path = "/api/reviews", tag = "reviews", operation_id = "listReviews",
    params(("limit" = Option<u16>, Query, minimum = 1, maximum = 500), ("after" = Option<String>, Query),
        ("mine" = Option<bool>, Query, description = "true: the caller's own review alone")),
    responses((status = 200, body = [ReviewJson], headers(("X-Total-Count" = String), ("Link" = String), ("ETag" = String))), (status = 304, description = "Not changed"),
        WithParameters, Limited, Failures))]
async fn list(
    reviews: web::Data<ReviewUseCases>,
    responses: web::Data<ResponseCache>,
    reader: MaybeSignedIn,
    request: HttpRequest,
    query: QueryParams,
) -> Result<HttpResponse, Problem> {
    let query = query.only(&["mine", "limit", "after"]);
    // A request with a token, even a dead one, gets an answer of its own: caches may share only those without one.
    if request.headers().contains_key(AUTHORIZATION) {
        let (page, headers) = page_of_reviews(&reviews, &request, &query, reader.0.as_ref()).await?;
        let mut response = HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).json(page);
        headers.into_iter().for_each(|(name, value)| drop(response.headers_mut().insert(name, value)));
        return Ok(response);
    }
    let make = async {
        let (page, mut headers) = page_of_reviews(&reviews, &request, &query, None).await?;
        headers.push((VARY, HeaderValue::from_static("Accept-Encoding, Authorization")));
        FinishedAnswer::json(&page, headers)
    };
    responses.answer(&request, format!("reviews ?{}", query.to_query()), make).await
}

/// The reviews as this reader may see them, and the headers of the page.
async fn page_of_reviews(
    reviews: &ReviewUseCases,
    request: &HttpRequest,
    query: &QueryParams,
    reader: Option<&Principal>,
) -> Result<(Vec<ReviewJson>, Vec<(HeaderName, HeaderValue)>), Problem> {
    let mut errors = FieldErrors::default();
    let page = page_request(query, &mut errors);
    let mine = errors.optional("mine", query.get("mine"), parse_flag);
    errors.check()?;
    let page = match mine {
        Some(true) => page_of_own(reviews, reader).await?,
        _ => reviews.browse_reviews.run(&page).await.map_err(list_refusal)?,
    };
    let headers = page_header_values(request.path(), query, &page);
    Ok((page.items.into_iter().map(|review| ReviewJson::for_reader(review, reader)).collect(), headers))
}

/// The reader's own review as a page, which is empty without a session.
async fn page_of_own(reviews: &ReviewUseCases, reader: Option<&Principal>) -> Result<Page<Review>, Problem> {
    let own = match reader {
        Some(reader) => reviews.browse_reviews.by_author(reader.user.id).await?,
        None => None,
    };
    let total = TotalCount::Exactly(u32::from(own.is_some()));
    Ok(Page { items: own.into_iter().collect(), next: None, total })
}

/// Writes the caller's review.
#[utoipa::path(post, path = "/api/reviews", tag = "reviews", operation_id = "createReview", request_body = CreateReviewRequest,
    responses((status = 201, body = ReviewResponse), WithBody, ForUsers, Conflicting, Limited, Failures))]
async fn create(
    reviews: web::Data<ReviewUseCases>,
    SignedIn(who): SignedIn,
    Body(body): Body<CreateReviewRequest>,
) -> Result<HttpResponse, Problem> {
    let (rating, comment) = parse_review(body.rating, body.comment.as_deref())?;
    let review = reviews.write_review.run(&who, rating, comment).await?;
    let review = ReviewJson::for_reader(review, Some(&who));
    let answer = ReviewResponse { message: "Review submitted successfully!", review };
    Ok(HttpResponse::Created().insert_header((CACHE_CONTROL, "no-store")).json(answer))
}

/// Changes the caller's review.
#[utoipa::path(post, path = "/api/reviews/update", tag = "reviews", operation_id = "updateReview", request_body = ReviewUpdate,
    responses((status = 200, body = ReviewResponse), WithBody, ForUsers, Denied, Missing, Limited, Failures))]
async fn update(
    reviews: web::Data<ReviewUseCases>,
    SignedIn(who): SignedIn,
    Body(body): Body<ReviewUpdate>,
) -> Result<HttpResponse, Problem> {
    let id = body.review_id.as_deref().and_then(ReviewId::parse).ok_or(EditReviewError::NotFound)?;
    let (rating, comment) = parse_review(body.rating, body.comment.as_deref())?;
    let Edited { thing: review, is_changed } = reviews.edit_review.run(&who, id, rating, &comment).await?;
    let review = ReviewJson::for_reader(review, Some(&who));
    let answer = ReviewResponse { message: "Review updated successfully!", review };
    Ok(answering(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).json(answer), is_changed))
}

/// Deletes a review.
#[utoipa::path(delete, path = "/api/reviews/delete/{_id}", tag = "reviews", operation_id = "deleteReview",
    params(("_id" = String, Path)),
    responses((status = 200, body = MessageJson), ForAdmins, Missing, Failures))]
async fn delete(reviews: web::Data<ReviewUseCases>, admin: Admin, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let id = ReviewId::parse(&id).ok_or(DeleteReviewError::NotFound)?;
    reviews.delete_review.run(&admin.actor, id).await?;
    let answer = MessageJson { message: "Review deleted successfully" };
    Ok(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).json(answer))
}

fn parse_review(rating: Option<i64>, comment: Option<&str>) -> Result<(Rating, ReviewComment), Problem> {
    let mut errors = FieldErrors::default();
    let rating = errors.required("rating", rating, Rating::parse);
    let comment = errors.required("comment", comment, ReviewComment::parse);
    match (rating, comment) {
        (Some(rating), Some(comment)) => Ok((rating, comment)),
        _ => Err(errors.into_problem()),
    }
}
