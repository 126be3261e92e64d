//! Making an administrator: for the operator's command line and first start alone (contract, Users).

use std::sync::Arc;

use domain::audit::Actor;
use domain::email::EmailAddress;
use domain::ids::UserId;
use domain::password::Password;
use domain::ports::{Clock, CreateUser, IdSource, PasswordHasher, PortError, UserRepository};
use domain::text::PersonName;
use domain::user::{NewUser, User, UserType};

use crate::error::use_case_error;

/// Why there is no new administrator.
#[derive(Debug, thiserror::Error)]
pub enum CreateAdminError {
    /// Somebody has the address already; promote them instead.
    #[error("a user with this e-mail already exists; promote them instead")]
    EmailTaken,
    /// Nobody has the address.
    #[error("there is no user with this e-mail")]
    NotFound,
    /// A port failed.
    #[error("the administrator could not be written")]
    Port(#[from] PortError),
}

use_case_error!(CreateAdminError {
    Self::EmailTaken => Conflict, "user.email_taken";
    Self::NotFound => NotFound, "user.not_found";
});

/// Makes administrators.
#[derive(Clone)]
pub struct CreateAdmin {
    users: Arc<dyn UserRepository>,
    hasher: Arc<dyn PasswordHasher>,
    ids: Arc<dyn IdSource>,
    clock: Arc<dyn Clock>,
}

impl CreateAdmin {
    /// Wires the use case.
    #[must_use]
    pub fn new(users: Arc<dyn UserRepository>, hasher: Arc<dyn PasswordHasher>, ids: Arc<dyn IdSource>, clock: Arc<dyn Clock>) -> Self {
        Self { users, hasher, ids, clock }
    }

    /// Registers a new administrator.
    ///
    /// # Errors
    /// [`CreateAdminError`] when the address is taken or a port fails.
    pub async fn run(
        &self,
        email: EmailAddress,
        password: &Password,
        first_name: PersonName,
        last_name: PersonName,
        by: &Actor,
    ) -> Result<User, CreateAdminError> {
        let password_hash = Some(self.hasher.hash(password).await?);
        let user = NewUser {
            id: UserId::new(self.ids.uuid()),
            email,
            first_name,
            last_name,
            profile_picture: None,
            user_type: UserType::Admin,
            password_hash,
            created_at: self.clock.now(),
        };
        match self.users.create_admin(&user, by).await? {
            CreateUser::Created(user) => Ok(user),
            CreateUser::EmailTaken => Err(CreateAdminError::EmailTaken),
        }
    }

    /// Makes an administrator of a registered user; they have to sign in anew.
    ///
    /// # Errors
    /// [`CreateAdminError`] when nobody has the address or a port fails.
    pub async fn promote(&self, email: &EmailAddress) -> Result<User, CreateAdminError> {
        self.users.promote(email, &Actor::operator("admin promote"), self.clock.now()).await?.ok_or(CreateAdminError::NotFound)
    }
}
