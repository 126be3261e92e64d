//! Making an administrator: for the operator's command line and first start alone (contract, Users).

use std::sync::Arc;

use domain::accounts::actor::Actor;
use domain::accounts::password::Password;
use domain::accounts::password_reset::ResetSecret;
use domain::accounts::ports::{
    BeginResetOutcome, NewReset, PasswordHasher, PasswordResetStore, Promotion, RegisterUserError, UserRepository,
};
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::{NewUser, User, UserType};
use domain::shared::email::EmailAddress;
use domain::shared::error::feature_error;
use domain::shared::ids::UserId;
use domain::shared::ports::{Clock, IdSource, PortError};
use domain::shared::text::PersonName;

use crate::ports::Ports;

feature_error! {
    /// Why there is no new administrator.
    pub enum CreateAdminError {
        EmailTaken => Conflict, "user.email_taken", "a user with this e-mail is registered already, and nothing was changed. Anybody can register an address: make sure whose \
         account it is. `api admin promote` makes it an administrator's; where the address was never verified, it drops the \
         password and prints a link to set one";
        AlreadyAdmin => Conflict, "user.already_admin", "this user is an administrator already; their password was not changed (the login page mails a link to set one)";
        NotFound => NotFound, "user.not_found", "there is no user with this e-mail";
    } port "the administrator could not be written"
}

#[derive(Clone, Debug)]
pub struct Promoted {
    pub user: User,
    /// The secret of a link that sets their password, if they have none; valid for
    /// [`domain::accounts::password_reset::VALID_FOR`].
    pub reset: Option<ResetSecret>,
}

#[derive(Clone)]
pub struct CreateAdmin {
    pub users: Arc<dyn UserRepository>,
    pub hasher: Arc<dyn PasswordHasher>,
    /// Keeps links that set a password.
    pub resets: Arc<dyn PasswordResetStore>,
    /// Draws ids and secrets.
    pub ids: Arc<dyn IdSource>,
    pub clock: Arc<dyn Clock>,
}

impl CreateAdmin {
    /// Builds the use case on these ports.
    #[must_use]
    pub fn new(ports: &Ports) -> Self {
        Self {
            users: ports.users.clone(),
            hasher: ports.hasher.clone(),
            resets: ports.password_resets.clone(),
            ids: ports.ids.clone(),
            clock: ports.clock.clone(),
        }
    }

    /// Registers a new administrator with this role.
    ///
    /// # Errors
    /// [`CreateAdminError`] when the address is taken or a port fails.
    pub async fn run(
        &self,
        email: EmailAddress,
        role: StaffRole,
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
            staff_role: Some(role),
            password_hash,
            created_at: self.clock.now(),
            sends_verification: false,
        };
        self.users.create_admin(&user, by).await.map_err(|error| match error {
            RegisterUserError::EmailTaken => CreateAdminError::EmailTaken,
            RegisterUserError::Port(error) => error.into(),
            RegisterUserError::PictureGone => PortError::internal("an administrator is made without a picture").into(),
        })
    }

    /// Makes a registered user an administrator with this role and ends their sessions. Their password becomes `password` if it is given; else
    /// they keep their own. A user without a password gets a new link that sets one.
    ///
    /// # Errors
    /// [`CreateAdminError`] when no user has the address, when an administrator would get another password, or when a port fails.
    pub async fn promote(&self, email: &EmailAddress, role: StaffRole, password: Option<&Password>) -> Result<Promoted, CreateAdminError> {
        let hash = match password {
            Some(password) => Some(self.hasher.hash(password).await?),
            None => None,
        };
        let by = Actor::operator("admin promote");
        let promoted = self.users.promote(email, role, hash.as_ref(), &by, self.clock.now()).await?;
        let Promotion { user, has_password, was_admin } = promoted.ok_or(CreateAdminError::NotFound)?;
        if was_admin && hash.is_some() {
            return Err(CreateAdminError::AlreadyAdmin);
        }
        let reset = if has_password { None } else { Some(self.begin_reset(&user).await?) };
        Ok(Promoted { user, reset })
    }

    /// The number of links for the operator is not limited.
    async fn begin_reset(&self, user: &User) -> Result<ResetSecret, CreateAdminError> {
        let secret = ResetSecret::new(self.ids.secret());
        let reset = NewReset { user: user.id, secret: secret.clone(), at: self.clock.now(), per_hour: None };
        match self.resets.begin(&reset).await? {
            BeginResetOutcome::Begun => Ok(secret),
            BeginResetOutcome::UserGone | BeginResetOutcome::TooMany => Err(CreateAdminError::NotFound),
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::accounts::ports::{MockPasswordHasher, MockPasswordResetStore, MockUserRepository};
    use domain::accounts::user::PasswordHash;
    use testkit::moments;

    use super::*;
    use crate::samples::{admin, clock, ids};

    const PASSWORD: &str = "temple flowers";

    /// Promotes a user, with a password of the operator or without; the repository expects its hash and answers so.
    async fn promote(
        password: Option<&str>,
        outcome: Option<Promotion>,
        resets: MockPasswordResetStore,
    ) -> Result<Promoted, CreateAdminError> {
        let (mut users, mut hasher) = (MockUserRepository::new(), MockPasswordHasher::new());
        hasher.expect_hash().times(password.iter().count()).returning(|_| Ok(PasswordHash::new("phc".to_owned())));
        let with_password = password.is_some();
        users
            .expect_promote()
            .withf(move |_, role, hash, by, _| {
                *role == StaffRole::Manager && hash.map(PasswordHash::as_str) == with_password.then_some("phc") && by.user_id.is_none()
            })
            .once()
            .returning(move |_, _, _, _, _| Ok(outcome.clone()));
        let (users, hasher, resets) = (Arc::new(users), Arc::new(hasher), Arc::new(resets));
        let password = password.map(|text| Password::choose(text).unwrap());
        let email = EmailAddress::parse("owner@shop.example").unwrap();
        CreateAdmin { users, hasher, resets, ids: ids(), clock: clock() }.promote(&email, StaffRole::Manager, password.as_ref()).await
    }

    fn promoted(has_password: bool) -> Option<Promotion> {
        Some(Promotion { user: admin().user, has_password, was_admin: false })
    }

    fn already(has_password: bool) -> Option<Promotion> {
        Some(Promotion { user: admin().user, has_password, was_admin: true })
    }

    #[tokio::test]
    async fn a_user_without_a_password_gets_a_link_to_set_one() {
        for outcome in [promoted(false), already(false)] {
            let mut resets = MockPasswordResetStore::new();
            let new = |reset: &NewReset| (reset.secret.expose(), reset.at, reset.per_hour) == ("a secret", moments::now(), None);
            resets.expect_begin().withf(new).once().returning(|_| Ok(BeginResetOutcome::Begun));
            let reset = promote(None, outcome, resets).await.unwrap().reset;
            assert_eq!(reset, Some(ResetSecret::new("a secret".to_owned())));
        }
    }

    #[tokio::test]
    async fn a_user_with_a_password_gets_no_link() {
        for outcome in [promoted(true), already(true)] {
            assert_eq!(promote(None, outcome, MockPasswordResetStore::new()).await.unwrap().reset, None);
        }
        assert_eq!(promote(Some(PASSWORD), promoted(true), MockPasswordResetStore::new()).await.unwrap().reset, None);
    }

    #[tokio::test]
    async fn an_administrators_password_stays_and_an_unknown_address_is_an_error() {
        let refused = promote(Some(PASSWORD), already(true), MockPasswordResetStore::new()).await;
        assert!(matches!(refused, Err(CreateAdminError::AlreadyAdmin)));
        let refused = promote(None, None, MockPasswordResetStore::new()).await;
        assert!(matches!(refused, Err(CreateAdminError::NotFound)));
    }
}
