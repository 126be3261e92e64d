//! Setting up a new shop in the browser (contract-owner, section 1).

use std::sync::Arc;

use domain::accounts::actor::Actor;
use domain::accounts::password::Password;
use domain::accounts::ports::PasswordHasher;
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::{NewUser, UserType};
use domain::content::identity::ShopName;
use domain::setup::new_shop::{NewShop, SetupWatcher, ShopData};
use domain::setup::ports::{FoundingOutcome, SetupLinkState, ShopFounder};
use domain::setup::setup_link::SetupSecret;
use domain::shared::email::EmailAddress;
use domain::shared::error::feature_error;
use domain::shared::ids::UserId;
use domain::shared::ports::{Clock, IdSource, PortError};
use domain::shared::text::PersonName;

use crate::accounts::sign_in::{LoginSource, OpenedSession, SignIn, SignInError};
use crate::setup::setup_state::SetupState;

/// What the first owner entered.
#[derive(Clone, Debug)]
pub struct SetupForm {
    pub email: EmailAddress,
    /// The owner's given name.
    pub first_name: PersonName,
    /// The owner's family name.
    pub last_name: PersonName,
    pub password: Password,
    /// The name of the shop.
    pub shop_name: ShopName,
    /// What the shop begins with.
    pub data: ShopData,
}

feature_error! {
    /// Why a shop was not set up.
    pub enum SetUpShopError {
        Closed => NotFound, "setup.closed", "This shop is set up already. Please log in.";
        WrongLink => Forbidden, "setup.link_invalid", "This link is not valid. Each start of the shop prints a new one: please open the newest.";
        EmailTaken => Conflict, "user.email_taken", "An account with this email exists already. Please use another one.";
        /// The shop was set up, and no session could be opened.
        NoSession(#[source] Box<SignInError>) => Unavailable, "setup.no_session", "Your shop is ready. Please log in.";
    } port "Something went wrong on our side, and nothing was set up. Please try again."
}

#[derive(Clone)]
pub struct SetUpShop {
    /// Knows whether the shop waits for its set-up.
    pub state: SetupState,
    pub founder: Arc<dyn ShopFounder>,
    pub hasher: Arc<dyn PasswordHasher>,
    pub sign_in: SignIn,
    pub ids: Arc<dyn IdSource>,
    pub clock: Arc<dyn Clock>,
}

impl SetUpShop {
    /// Succeeds if the link with this secret sets up the shop.
    ///
    /// # Errors
    /// [`SetUpShopError`] when it does not, or the store fails.
    pub async fn check(&self, secret: &SetupSecret) -> Result<(), SetUpShopError> {
        match self.state.link(secret).await? {
            SetupLinkState::Good => Ok(()),
            SetupLinkState::Wrong => Err(SetUpShopError::WrongLink),
            SetupLinkState::Closed => Err(SetUpShopError::Closed),
        }
    }

    /// Sets up the shop and signs its owner in. The session notes where it began (`from`); `request_id` is for the audit log. Callers must
    /// run it to its end even if the client is gone.
    ///
    /// # Errors
    /// [`SetUpShopError`] when a rule or a port refuses.
    pub async fn run(
        &self,
        secret: SetupSecret,
        form: SetupForm,
        watcher: &SetupWatcher,
        from: &LoginSource,
        request_id: String,
    ) -> Result<OpenedSession, SetUpShopError> {
        self.check(&secret).await?;
        let shop = self.new_shop(secret, form, request_id).await?;
        let owner = match self.founder.found_shop(&shop, watcher).await? {
            FoundingOutcome::Founded(owner) => owner,
            FoundingOutcome::Closed => return Err(SetUpShopError::Closed),
            FoundingOutcome::WrongLink => return Err(SetUpShopError::WrongLink),
            FoundingOutcome::EmailTaken => return Err(SetUpShopError::EmailTaken),
        };
        self.sign_in.open_session(owner, from).await.map_err(|error| SetUpShopError::NoSession(Box::new(error)))
    }

    async fn new_shop(&self, secret: SetupSecret, form: SetupForm, request_id: String) -> Result<NewShop, PortError> {
        let (id, now) = (UserId::new(self.ids.uuid()), self.clock.now());
        let by = Actor { user_id: Some(id), email: Some(form.email.clone()), request_id };
        let owner = NewUser {
            id,
            email: form.email,
            first_name: form.first_name,
            last_name: form.last_name,
            profile_picture: None,
            user_type: UserType::Admin,
            staff_role: Some(StaffRole::Owner),
            password_hash: Some(self.hasher.hash(&form.password).await?),
            created_at: now,
            sends_verification: true,
        };
        Ok(NewShop { secret, owner, name: form.shop_name, data: form.data, by })
    }
}

#[cfg(test)]
mod tests;
