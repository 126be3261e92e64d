//! The end of a migration: what only the former release needs is dropped once no session of it is connected.

use std::time::Duration;

use adapter_postgres::{FinishedMigrations, MigrateError};
use shop_http::operations::ReadinessNotice;

/// The pause between two attempts.
const PERIOD: Duration = Duration::from_secs(60);

/// Tries until it is done, and tells operators meanwhile which sessions it waits for.
pub(crate) async fn run<F>(finish: impl Fn() -> F, notice: &ReadinessNotice)
where
    F: Future<Output = Result<FinishedMigrations, MigrateError>>,
{
    loop {
        match finish().await {
            Ok(FinishedMigrations::Finished(dropped)) => {
                notice.set(None);
                return tracing::info!(dropped, "the database has nothing left of the former release");
            }
            Ok(FinishedMigrations::Waiting(sessions)) => notice.set(Some(sentence(sessions))),
            Err(error) => {
                tracing::warn!(%error, cause = ?std::error::Error::source(&error).map(ToString::to_string), "the migration was not finished")
            }
        }
        tokio::time::sleep(PERIOD).await;
    }
}

fn sentence(sessions: u64) -> String {
    let sessions = if sessions == 1 {
        "1 session of the former release is".to_owned()
    } else {
        format!("{sessions} sessions of the former release are")
    };
    format!(
        "{sessions} connected to the database. Searches of that release do not find the changes made by this one. Its tables are kept until it \
         is disconnected."
    )
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn it_waits_for_the_former_release_and_says_so() {
        let notice = ReadinessNotice::default();
        let answers = RefCell::new(vec![
            Ok(FinishedMigrations::Finished(1)),
            Ok(FinishedMigrations::Waiting(1)),
            Err(MigrateError::Failed("away".into())),
            Ok(FinishedMigrations::Waiting(3)),
        ]);
        let told = RefCell::new(Vec::new());
        let finish = || {
            told.borrow_mut().push(notice.text());
            std::future::ready(answers.borrow_mut().pop().unwrap())
        };
        run(finish, &notice).await;
        let told = told.into_inner();
        let begins = |index: usize| told[index].as_deref().map(|text| text.split(" connected").next().unwrap());
        assert_eq!((begins(0), begins(1)), (None, Some("3 sessions of the former release are")));
        assert_eq!((begins(2), begins(3)), (Some("3 sessions of the former release are"), Some("1 session of the former release is")));
        assert_eq!((told.len(), notice.text()), (4, None));
    }
}
