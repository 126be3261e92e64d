//! Uploading pictures (contract, Images).

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpRequest, HttpResponse, web};
use application::images::ImageUseCases;
use application::images::upload_picture::UploadPictureError;
use domain::accounts::permission::Permission;
use domain::accounts::session::Principal;
use domain::images::image::ImageName;
use domain::images::upload::Uploader;
use domain::shared::error::FeatureError as _;
use serde::Serialize;
use utoipa::ToSchema;

use crate::extract::authentication::{MaybeSignedIn, not_signed_in, require};
use crate::extract::client_address::client_address;
use crate::images::upload_form::{self, Purpose};
use crate::images::upload_room::UploadRoom;
use crate::middleware::rate_limit::{Caller, RateLimit};
use crate::response::problem::Problem;
use crate::response::refusals::{Conflict, ForUsers, Forbidden, WithUpload};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};
use crate::server::config::HttpConfig;

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    let limit =
        Limit::PerCaller { visitor: RateLimit::AnonymousUpload, customer: RateLimit::CustomerUpload, admin: RateLimit::AdminUpload };
    route!(table, upload, access: Access::OptionalSession, limit: limit, changes: None);
}

/// A picture and what it is for.
#[derive(Debug, ToSchema)]
pub struct UploadRequest {
    /// A JPEG, PNG, WebP or GIF of at most 5 MB and 40 megapixels.
    #[schema(value_type = String, format = Binary, required = true)]
    pub file: Vec<u8>,
    /// `product` and `content` need a member of staff who may edit products or content.
    #[schema(inline, default = "profile", nullable = false)]
    pub purpose: Option<Purpose>,
}

/// A picture that is kept now.
#[derive(Debug, Serialize, ToSchema)]
pub struct UploadedImage {
    /// Its address; relative, unless pictures are served from elsewhere.
    #[schema(example = "/images/1772586000000-rose.webp")]
    pub url: String,
}

/// Keeps a picture. Of an animation the first frame; metadata is lost on purpose.
#[utoipa::path(post, path = "/api/images", tag = "images", operation_id = "uploadImage",
    request_body(content = UploadRequest, content_type = "multipart/form-data"),
    responses((status = 201, body = UploadedImage), WithUpload, ForUsers, Forbidden, Conflict))]
async fn upload(
    images: web::Data<ImageUseCases>,
    room: web::Data<UploadRoom>,
    config: web::Data<HttpConfig>,
    who: MaybeSignedIn,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let by = Uploader::of(who.0.as_ref());
    let caller = by.user().map_or_else(|| Caller::at(client_address(&request)), Caller::User);
    let _place = room.take(caller)?;
    let payload: Payload = payload.into_inner();
    let upload = upload_form::read(request.headers(), payload, by, |purpose| check_may(who.0.as_ref(), purpose)).await?;
    let name = images.upload_picture.run(upload).await.map_err(refusal)?;
    let answer = UploadedImage { url: address_of(&name, &config) };
    Ok(HttpResponse::Created().insert_header((CACHE_CONTROL, "no-store")).json(answer))
}

/// Pictures of products and of content require a permission.
fn check_may(who: Option<&Principal>, purpose: Purpose) -> Result<(), Problem> {
    let permission = match purpose {
        Purpose::Profile => return Ok(()),
        Purpose::Product => Permission::UploadProductPictures,
        Purpose::Content => Permission::EditContent,
    };
    require(who.ok_or_else(not_signed_in)?, permission)
}

fn address_of(name: &ImageName, config: &HttpConfig) -> String {
    format!("{}/{name}", config.images_public_url.as_deref().unwrap_or("/images"))
}

fn refusal(error: UploadPictureError) -> Problem {
    let sentence = error.to_string();
    let problem = match error {
        UploadPictureError::NotAPicture => Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, error.code(), sentence.clone()),
        UploadPictureError::Broken | UploadPictureError::TooManyPixels => error.into(),
        other => return other.into(),
    };
    problem.with_errors([("file".to_owned(), vec![sentence])].into())
}
