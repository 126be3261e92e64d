//! Looking whether a later release has contracted the database under this instance (docs/adr/0030-several-instances.md).

use adapter_postgres::Postgres;
use shop_http::operations::ReadinessNotice;

/// Has `GET /readyz` say that this instance cannot serve, as long as that is so. True if the database answered.
pub(super) async fn run(postgres: &Postgres, obstacle: &ReadinessNotice) -> bool {
    match postgres.contracted_by().await {
        Ok(by) => {
            let text = by.as_deref().map(sentence);
            if text.is_some() && obstacle.text().is_none() {
                tracing::error!(by, "a later release has removed from the database what this one needs: stop this instance");
            }
            obstacle.set(text);
            true
        }
        // Whether the database answers is another check.
        Err(error) => {
            tracing::debug!(%error, "which releases may serve the database was not read");
            false
        }
    }
}

fn sentence(by: &str) -> String {
    format!(
        "version {by} of the shop has removed from the database what this version ({}) needs. Stop this instance.",
        env!("CARGO_PKG_VERSION")
    )
}
