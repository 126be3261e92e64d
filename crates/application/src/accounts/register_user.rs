//! Registering a customer.

use std::sync::Arc;

use domain::accounts::email_verification;
use domain::accounts::password::Password;
use domain::accounts::ports::{CreateUserOutcome, PasswordHasher, UserRepository};
use domain::accounts::user::{NewUser, User, UserType};
use domain::shared::email::EmailAddress;
use domain::shared::ids::UserId;
use domain::shared::ports::{Clock, IdSource};
use domain::shared::text::{PersonName, PictureUrl};

use domain::shared::error::feature_error;

/// The registration form (`spec.md` §2, Register).
#[derive(Clone, Debug)]
pub struct Registration {
    pub first_name: PersonName,
    pub last_name: PersonName,
    /// Where mail reaches them.
    pub email: EmailAddress,
    /// The password they choose.
    pub password: Password,
    /// Their picture, if they gave one.
    pub profile_picture: Option<PictureUrl>,
}

feature_error! {
    /// Why a user was not registered.
    pub enum RegisterUserError {
        EmailTaken => Conflict, "user.email_taken", "An account with this email already exists.";
        PictureGone => Invalid, "image.gone", "This picture is no longer kept. Please choose it again.";
    } port "Failed to Register"
}

/// Registers customers only (contract, Users).
#[derive(Clone)]
pub struct RegisterUser {
    users: Arc<dyn UserRepository>,
    hasher: Arc<dyn PasswordHasher>,
    ids: Arc<dyn IdSource>,
    clock: Arc<dyn Clock>,
}

impl RegisterUser {
    /// Wires the use case.
    #[must_use]
    pub fn new(users: Arc<dyn UserRepository>, hasher: Arc<dyn PasswordHasher>, ids: Arc<dyn IdSource>, clock: Arc<dyn Clock>) -> Self {
        Self { users, hasher, ids, clock }
    }

    /// Registers a customer, and queues the mail with the link that verifies the address.
    ///
    /// # Errors
    /// [`RegisterUserError`] when the address is taken or a port fails.
    pub async fn run(&self, form: Registration) -> Result<User, RegisterUserError> {
        let password_hash = Some(self.hasher.hash(&form.password).await?);
        let (id, now) = (UserId::new(self.ids.uuid()), self.clock.now());
        let user = NewUser {
            id,
            mail: Some(email_verification::mail(id, &form.email, now)),
            email: form.email,
            first_name: form.first_name,
            last_name: form.last_name,
            profile_picture: form.profile_picture,
            user_type: UserType::Customer,
            staff_role: None,
            password_hash,
            created_at: now,
        };
        match self.users.create(&user).await? {
            CreateUserOutcome::Created(user) => Ok(user),
            CreateUserOutcome::EmailTaken => Err(RegisterUserError::EmailTaken),
            CreateUserOutcome::PictureGone => Err(RegisterUserError::PictureGone),
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::accounts::ports::{MockPasswordHasher, MockUserRepository};
    use domain::accounts::user::PasswordHash;
    use domain::shared::ports::{MockClock, MockIdSource};

    use super::*;

    fn form() -> Registration {
        Registration {
            first_name: PersonName::parse("Nadeesha").unwrap(),
            last_name: PersonName::parse("Perera").unwrap(),
            email: EmailAddress::parse("Nadeesha@Example.com").unwrap(),
            password: Password::choose("temple flowers").unwrap(),
            profile_picture: None,
        }
    }

    fn use_case(users: MockUserRepository) -> RegisterUser {
        let mut hasher = MockPasswordHasher::new();
        hasher.expect_hash().returning(|_| Ok(PasswordHash::new("phc".into())));
        let mut ids = MockIdSource::new();
        ids.expect_uuid().returning(Default::default);
        let mut clock = MockClock::new();
        clock.expect_now().return_const(chrono::DateTime::UNIX_EPOCH);
        RegisterUser::new(Arc::new(users), Arc::new(hasher), Arc::new(ids), Arc::new(clock))
    }

    #[tokio::test]
    async fn registers_a_customer_with_a_hash() {
        let mut users = MockUserRepository::new();
        users
            .expect_create()
            .withf(|u| {
                u.user_type == UserType::Customer
                    && u.password_hash == Some(PasswordHash::new("phc".into()))
                    && u.email.as_str() == "nadeesha@example.com"
                    && u.mail.as_ref().is_some_and(|mail| mail.to.as_ref() == Some(&u.email))
            })
            .returning(|u| {
                Ok(CreateUserOutcome::Created(User {
                    id: u.id,
                    email: u.email.clone(),
                    first_name: u.first_name.clone(),
                    last_name: u.last_name.clone(),
                    profile_picture: None,
                    user_type: u.user_type,
                    staff_role: u.staff_role,
                    is_blocked: false,
                    created_at: u.created_at,
                    last_login: None,
                    email_verified: false,
                    language: domain::messages::language::Language::English,
                }))
            });
        let user = use_case(users).run(form()).await.unwrap();
        assert_eq!(user.name(), "Nadeesha Perera");
    }

    #[tokio::test]
    async fn refuses_a_taken_address() {
        let mut users = MockUserRepository::new();
        users.expect_create().returning(|_| Ok(CreateUserOutcome::EmailTaken));
        assert!(matches!(use_case(users).run(form()).await, Err(RegisterUserError::EmailTaken)));
    }
}
