//! `GET /images/{name}`: pictures from object storage (contract, Images).

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use actix_web::{HttpRequest, HttpResponse, web};
use domain::images::image::{ImageKey, ImageName, PictureWidth, PictureWidthError};
use domain::images::ports::{ImageStore, ShowPictureError, StoredImage};

use crate::extract::field_errors::FieldErrors;
use crate::extract::query_params::QueryParams;
use crate::images::pictures_in_flight::{PicturesInFlight, body_of};
use crate::response::conditional::matches;
use crate::response::problem::Problem;
use crate::response::refusals::{NotFound, WithParameters};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, show, access: Access::Public, limit: Limit::Unlimited, changes: None);
}

/// A picture, in its own width or a narrower one.
#[utoipa::path(get, path = "/images/{name}", tag = "images", operation_id = "showImage",
    params(("name" = String, Path), ("w" = Option<String>, Query, pattern = r"^(320|640|960|1280|1920)$")),
    responses((status = 200, description = "The picture", content_type = "image/webp", headers(("ETag" = String))), (status = 304, description = "Not changed"), NotFound, WithParameters))]
async fn show(
    images: web::Data<dyn ImageStore>,
    pictures: web::Data<PicturesInFlight>,
    request: HttpRequest,
    name: web::Path<String>,
    query: QueryParams,
) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let width = errors.optional("w", query.get("w"), |text| text.parse().map_err(|_| PictureWidthError).and_then(PictureWidth::parse));
    errors.check()?;
    let name = ImageName::parse(&name).map_err(|_| ShowPictureError::NotFound)?;
    let key = ImageKey { name, width };
    let picture = match pictures.find(&key) {
        Some(picture) => picture,
        None => {
            let picture = stored(&**images, &key).await?;
            pictures.share(key, picture)
        }
    };
    let mut response = HttpResponse::Ok();
    response.insert_header((CACHE_CONTROL, "public, max-age=3600")).insert_header((ETAG, picture.etag.as_str()));
    if matches(&request, &picture.etag) {
        return Ok(response.status(StatusCode::NOT_MODIFIED).finish());
    }
    Ok(response.insert_header((CONTENT_TYPE, picture.content_type)).body(body_of(picture)))
}

/// The picture in this width, or in its own if that is narrower: pictures are never enlarged.
async fn stored(images: &dyn ImageStore, key: &ImageKey) -> Result<StoredImage, ShowPictureError> {
    if key.width.is_some()
        && let Some(narrower) = images.get(key).await?
    {
        return Ok(narrower);
    }
    images.get(&ImageKey::main(key.name.clone())).await?.ok_or(ShowPictureError::NotFound)
}
