//! Registering customers, and blocking users.

use std::sync::Arc;

use domain::accounts::actor::Actor;
use domain::accounts::password::Password;
use domain::accounts::permission::Permission;
use domain::accounts::ports::{PasswordHasher, RegisterUserError, SetUserBlockedError, UserRepository};
use domain::accounts::session::Principal;
use domain::accounts::user::{NewUser, User, UserType};
use domain::shared::email::EmailAddress;
use domain::shared::ids::UserId;
use domain::shared::ports::{Clock, IdSource, PortError};
use domain::shared::text::{PersonName, PictureUrl};

/// The registration form (`spec.md` §2, Register).
#[derive(Clone, Debug)]
pub struct Registration {
    pub first_name: PersonName,
    pub last_name: PersonName,
    pub email: EmailAddress,
    pub password: Password,
    pub profile_picture: Option<PictureUrl>,
}

#[derive(Clone)]
pub struct Users {
    pub users: Arc<dyn UserRepository>,
    pub hasher: Arc<dyn PasswordHasher>,
    pub ids: Arc<dyn IdSource>,
    pub clock: Arc<dyn Clock>,
}

impl Users {
    /// Registers a customer (contract, Users), and queues the mail with the link that verifies the address.
    ///
    /// # Errors
    /// [`RegisterUserError`] when the address is taken or a port fails.
    pub async fn register(&self, form: Registration) -> Result<User, RegisterUserError> {
        let user = self.customer(form).await?;
        self.users.create(&user).await
    }

    /// A customer with these details, whose address is not verified.
    pub(crate) async fn customer(&self, form: Registration) -> Result<NewUser, PortError> {
        let Registration { first_name, last_name, email, password, profile_picture } = form;
        let password_hash = Some(self.hasher.hash(&password).await?);
        let (id, now) = (UserId::new(self.ids.uuid()), self.clock.now());
        Ok(NewUser {
            id,
            email,
            first_name,
            last_name,
            profile_picture,
            user_type: UserType::Customer,
            staff_role: None,
            password_hash,
            created_at: now,
            sends_verification: true,
        })
    }

    /// Blocks (`true`) or unblocks the user with `email`; blocking ends all their sessions. Staff are blocked and unblocked in a confirmed
    /// session alone: a thief of a session must not silence the other owners.
    ///
    /// # Errors
    /// [`SetUserBlockedError`] when a rule or a port refuses.
    pub async fn set_blocked(&self, who: &Principal, by: &Actor, email: &EmailAddress, blocked: bool) -> Result<User, SetUserBlockedError> {
        if blocked && by.email.as_ref() == Some(email) {
            return Err(SetUserBlockedError::Yourself);
        }
        let now = self.clock.now();
        if who.session.confirmed_until(now).is_none() && who.require(Permission::ManageStaff).is_ok() && self.is_staff(email).await? {
            return Err(SetUserBlockedError::ConfirmNeeded);
        }
        self.users.set_blocked(email, blocked, by, now).await
    }

    async fn is_staff(&self, email: &EmailAddress) -> Result<bool, PortError> {
        let found = self.users.credentials(email).await?;
        Ok(found.is_some_and(|found| found.user.user_type == UserType::Admin))
    }
}
