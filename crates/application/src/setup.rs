//! The set-up of a new shop in the browser (contract-owner, section 1).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use domain::accounts::actor::Actor;
use domain::accounts::password::Password;
use domain::accounts::ports::PasswordHasher;
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::{NewUser, UserType};
use domain::content::document::DocumentName;
use domain::content::identity::ShopName;
use domain::content::repository::DocumentChange;
use domain::setup::{NewShop, SetupError, SetupRepository, SetupSecret, SetupWatcher, ShopCreator, ShopData};
use domain::shared::email::EmailAddress;
use domain::shared::ids::UserId;
use domain::shared::ports::{Clock, IdSource, PortError};
use domain::shared::text::PersonName;

use crate::accounts::sign_in::{LoginSource, OpenedSession, SignIn};
use crate::accounts::sign_in_of;
use crate::content::current_content::CurrentContent;
use crate::ports::use_cases;

use_cases! {
    /// The use cases of the set-up that the HTTP interface serves.
    SetupUseCases(ports, state = SetupState::new(ports.setup.clone())) {
        set_up_shop: SetUpShop = SetUpShop {
            state: state.clone(),
            creator: ports.shop_creator.clone(),
            content: ports.current_content.clone(),
            hasher: ports.hasher.clone(),
            sign_in: sign_in_of(ports),
            ids: ports.ids.clone(),
            clock: ports.clock.clone(),
        },
        setup_state: SetupState = state,
    }
}

/// Whether the shop waits for its set-up. Once an administrator was seen, it never does again. Clones share what was seen.
#[derive(Clone)]
pub struct SetupState {
    repository: Arc<dyn SetupRepository>,
    is_closed: Arc<AtomicBool>,
}

impl SetupState {
    #[must_use]
    pub fn new(repository: Arc<dyn SetupRepository>) -> Self {
        Self { repository, is_closed: Arc::default() }
    }

    /// Asks the repository until the shop was set up: no such question is left afterwards.
    pub async fn is_open(&self) -> Result<bool, PortError> {
        if self.is_closed() {
            return Ok(false);
        }
        let is_open = self.repository.is_open().await?;
        if !is_open {
            self.close();
        }
        Ok(is_open)
    }

    /// Succeeds if the link with this secret sets up the shop.
    ///
    /// # Errors
    /// [`SetupError`] when it does not, or the repository fails.
    pub async fn check_link(&self, secret: &SetupSecret) -> Result<(), SetupError> {
        if self.is_closed() {
            return Err(SetupError::Closed);
        }
        let checked = self.repository.check_link(secret).await;
        if matches!(checked, Err(SetupError::Closed)) {
            self.close();
        }
        checked
    }

    fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
    }
}

/// What the first owner entered.
#[derive(Clone, Debug)]
pub struct SetupForm {
    pub email: EmailAddress,
    /// The owner's given name.
    pub first_name: PersonName,
    /// The owner's family name.
    pub last_name: PersonName,
    pub password: Password,
    pub shop_name: ShopName,
    /// What the shop begins with.
    pub data: ShopData,
}

#[derive(Clone)]
pub struct SetUpShop {
    pub state: SetupState,
    pub creator: Arc<dyn ShopCreator>,
    /// Has the configured details of the shop.
    pub content: CurrentContent,
    pub hasher: Arc<dyn PasswordHasher>,
    pub sign_in: SignIn,
    pub ids: Arc<dyn IdSource>,
    pub clock: Arc<dyn Clock>,
}

impl SetUpShop {
    /// Sets up the shop and signs its owner in. The session notes where it began (`from`); `request_id` is for the audit log. Callers must
    /// run it to its end even if the client is gone.
    ///
    /// # Errors
    /// [`SetupError`] when a rule or a port refuses, or the configured details (`SHOP_*`) break a rule of the identity.
    pub async fn run(
        &self,
        secret: SetupSecret,
        form: SetupForm,
        watcher: &SetupWatcher,
        from: &LoginSource,
        request_id: String,
    ) -> Result<OpenedSession, SetupError> {
        self.state.check_link(&secret).await?;
        let shop = self.new_shop(secret, form, request_id).await?;
        let owner = self.creator.create_shop(&shop, watcher).await?;
        self.sign_in.open_session(owner, from).await.map_err(|error| SetupError::NoSession(Box::new(error)))
    }

    async fn new_shop(&self, secret: SetupSecret, form: SetupForm, request_id: String) -> Result<NewShop, PortError> {
        let (id, now) = (UserId::new(self.ids.uuid()), self.clock.now());
        let by = Actor { user_id: Some(id), email: Some(form.email.clone()), request_id };
        let name = DocumentName::Identity;
        let identity = self.content.identity_of_new_shop(&form.shop_name, &form.email, form.data)?;
        let owner = NewUser {
            id,
            sends_verification: true,
            email: form.email,
            first_name: form.first_name,
            last_name: form.last_name,
            profile_picture: None,
            user_type: UserType::Admin,
            staff_role: Some(StaffRole::Owner),
            password_hash: Some(self.hasher.hash(&form.password).await?),
            created_at: now,
        };
        Ok(NewShop { secret, owner, name: form.shop_name, identity: DocumentChange::of(&name, &identity, &by, now), data: form.data, by })
    }
}

#[cfg(test)]
mod tests;
