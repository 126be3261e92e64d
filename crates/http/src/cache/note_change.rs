//! Counts the changes that requests make, before their answers go out.

use std::error::Error as _;
use std::time::Duration;

use actix_web::dev::ServiceResponse;
use actix_web::{Error, HttpResponse};
use application::catalog::catalogue_follower::{CatalogueFollower, PATIENCE};
use domain::catalog::ports::CatalogueChange;
use tokio::time::timeout;

/// A change that a request may make. It is noted when this is dropped, unless it is disarmed: a request that the client abandoned
/// may have changed the catalogue.
struct PossibleChange(Option<(CatalogueFollower, CatalogueChange)>);

impl Drop for PossibleChange {
    fn drop(&mut self) {
        if let Some((follower, change)) = &self.0 {
            follower.note(*change);
        }
    }
}

impl PossibleChange {
    /// Notes the change. After a change of content, searches on this instance find it when this returns, or catch up first. A
    /// change of stock waits for the next search that depends on it.
    async fn happened(self) {
        let change = self.0.clone();
        drop(self);
        if let Some((follower, CatalogueChange::Content)) = change {
            catch_up(&follower, PATIENCE).await;
        }
    }
}

/// Brings the index up to a change made here, within `limit`. After a failure, the searches that the change concerns catch up
/// themselves before they answer.
pub(crate) async fn catch_up(follower: &CatalogueFollower, limit: Duration) {
    let cause = match timeout(limit, follower.catch_up()).await {
        Ok(Ok(())) => return,
        Ok(Err(error)) => error.source().map(ToString::to_string),
        Err(late) => Some(late.to_string()),
    };
    tracing::warn!(?cause, "the index of products was not brought up to a change made here");
}

/// Marks the answer of a request that changed nothing, for [`note_change`].
struct Unchanged;

/// Marks the answer if the request found everything as it was to be: then cached answers stay valid.
pub(crate) fn answering(mut response: HttpResponse, is_changed: bool) -> HttpResponse {
    if !is_changed {
        response.extensions_mut().insert(Unchanged);
    }
    response
}

/// Serves a request that may change the catalogue: the change is noted before the answer goes out, and also if the request is
/// dropped, but not if it was refused (4xx) or answered as unchanged.
///
/// # Errors
/// Those of `serve`.
pub(crate) async fn note_change<B>(
    change: Option<(CatalogueFollower, CatalogueChange)>,
    serve: impl Future<Output = Result<ServiceResponse<B>, Error>>,
) -> Result<ServiceResponse<B>, Error> {
    let mut change = PossibleChange(change);
    let response = serve.await?;
    if response.status().is_client_error() || response.response().extensions().contains::<Unchanged>() {
        change.0 = None;
    }
    change.happened().await;
    Ok(response)
}

#[cfg(test)]
mod tests;
