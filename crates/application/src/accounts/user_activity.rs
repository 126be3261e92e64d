//! Recent activity of users.

use std::sync::Arc;

use domain::accounts::ports::UserDirectory;
use domain::accounts::user::UserActivity as Activity;
use domain::shared::ports::Clock;

use crate::error::ReadError;

/// Reports comings and goings.
#[derive(Clone)]
pub struct UserActivity {
    directory: Arc<dyn UserDirectory>,
    clock: Arc<dyn Clock>,
}

impl UserActivity {
    /// Wires the use case.
    #[must_use]
    pub fn new(directory: Arc<dyn UserDirectory>, clock: Arc<dyn Clock>) -> Self {
        Self { directory, clock }
    }

    /// Active users and recent sign-ins.
    ///
    /// # Errors
    /// [`ReadError`] when the store fails.
    pub async fn run(&self) -> Result<Activity, ReadError> {
        Ok(self.directory.activity(self.clock.now()).await?)
    }
}
