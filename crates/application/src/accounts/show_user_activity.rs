//! Recent activity of users.

use std::sync::Arc;

use domain::accounts::ports::UserDirectory;
use domain::accounts::user::UserActivity;
use domain::shared::ports::Clock;

use crate::error::ReadError;

/// Reads the recent activity of users.
#[derive(Clone)]
pub struct ShowUserActivity {
    directory: Arc<dyn UserDirectory>,
    clock: Arc<dyn Clock>,
}

impl ShowUserActivity {
    /// Wires the use case.
    #[must_use]
    pub fn new(directory: Arc<dyn UserDirectory>, clock: Arc<dyn Clock>) -> Self {
        Self { directory, clock }
    }

    /// Active users and recent sign-ins.
    ///
    /// # Errors
    /// [`ReadError`] when the store fails.
    pub async fn run(&self) -> Result<UserActivity, ReadError> {
        Ok(self.directory.activity(self.clock.now()).await?)
    }
}
