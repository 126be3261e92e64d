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

#[cfg(test)]
mod tests {
    use domain::accounts::ports::{MockPasswordHasher, MockUserRepository};
    use domain::accounts::session::Session;
    use domain::accounts::user::{Credentials, PasswordHash};
    use testkit::moments;

    use super::*;
    use crate::samples::{actor, admin, clock, customer, ids, registered};

    fn service(users: MockUserRepository) -> Users {
        let mut hasher = MockPasswordHasher::new();
        hasher.expect_hash().returning(|_| Ok(PasswordHash::new("phc".into())));
        Users { users: Arc::new(users), hasher: Arc::new(hasher), ids: ids(), clock: clock() }
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
                    && u.sends_verification
            })
            .returning(|user| Ok(registered(user.clone())));
        let form = Registration {
            first_name: PersonName::parse("Nadeesha").unwrap(),
            last_name: PersonName::parse("Perera").unwrap(),
            email: EmailAddress::parse("Nadeesha@Example.com").unwrap(),
            password: Password::choose("temple flowers").unwrap(),
            profile_picture: None,
        };
        assert_eq!(service(users).register(form).await.unwrap().name(), "Nadeesha Perera");
    }

    /// A repository that knows this user.
    fn knowing(user: &User) -> MockUserRepository {
        let mut users = MockUserRepository::new();
        let found = Credentials { user: user.clone(), password_hash: None };
        users.expect_credentials().returning(move |_| Ok(Some(found.clone())));
        users
    }

    #[tokio::test]
    async fn the_store_gets_the_user_and_the_actor() {
        let (who, user) = (admin(), customer().user);
        let by = actor(&who);
        let mut users = knowing(&user);
        let (expected_by, blocked) = (by.clone(), User { is_blocked: true, ..user.clone() });
        let (email, answer) = (user.email.clone(), blocked.clone());
        users
            .expect_set_blocked()
            .withf(move |whom, blocked, by, _| *whom == email && *blocked && *by == expected_by)
            .once()
            .returning(move |_, _, _, _| Ok(answer.clone()));
        assert_eq!(service(users).set_blocked(&who, &by, &user.email, true).await.unwrap(), blocked);
    }

    #[tokio::test]
    async fn administrators_cannot_block_themselves_but_may_unblock_all() {
        let who = admin();
        let (by, email) = (actor(&who), &who.user.email);
        let blocking = service(MockUserRepository::new()).set_blocked(&who, &by, email, true).await;
        assert!(matches!(blocking, Err(SetUserBlockedError::Yourself)));
        let (mut users, answer) = (knowing(&customer().user), who.user.clone());
        users.expect_set_blocked().returning(move |_, _, _, _| Ok(answer.clone()));
        assert!(service(users).set_blocked(&who, &by, email, false).await.is_ok());
    }

    #[tokio::test]
    async fn staff_are_blocked_and_unblocked_in_a_confirmed_session() {
        let (who, other) = (admin(), admin().user);
        let by = Actor { email: None, ..actor(&who) };
        let confirmed = Principal { session: Session { confirmed_at: Some(moments::now()), ..who.session.clone() }, ..who.clone() };
        for blocked in [true, false] {
            let refused = service(knowing(&other)).set_blocked(&who, &by, &other.email, blocked).await;
            assert!(matches!(refused, Err(SetUserBlockedError::ConfirmNeeded)));
            let mut users = knowing(&other);
            let answer = other.clone();
            users.expect_set_blocked().once().returning(move |_, _, _, _| Ok(answer.clone()));
            assert!(service(users).set_blocked(&confirmed, &by, &other.email, blocked).await.is_ok());
        }
    }
}
