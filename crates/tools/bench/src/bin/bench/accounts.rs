//! The customers and the administrator of a measured shop, each with a session.

use std::sync::Arc;

use adapter_auth::{Argon2Hasher, JwtTokens, hashing_limits};
use adapter_postgres::Postgres;
use chrono::TimeDelta;
use domain::accounts::email_verification::EmailClaim;
use domain::accounts::password::Password;
use domain::accounts::ports::{EmailVerifier as _, PasswordHasher as _, SessionStore as _, TokenService as _, UserRepository as _};
use domain::accounts::session::Session;
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::{NewUser, PasswordHash, User, UserType};
use domain::shared::email::EmailAddress;
use domain::shared::ids::{SessionId, UserId};
use domain::shared::ports::Clock as _;
use domain::shared::text::PersonName;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};

use crate::clock::{MachineClock, uuid};
use crate::products::words;
use crate::{Error, say};

/// The password of every account. It is hashed once, so that 2,000 customers are made in seconds.
pub(crate) const PASSWORD: &str = "frangipani by the sea";

/// First names.
const FIRST: &str = "Nadeesha, Kasun, Dilini, Ruwan, Anjali, Tharindu, Sanduni, Chamara, Ishara, Malith, Hiruni, Nuwan, Sewwandi, Lahiru, \
    Piumi, Asanka";
/// Last names.
const LAST: &str = "Perera, Silva, Fernando, Jayawardena, Bandara, Gunasekara, Wickramasinghe, Dissanayake, Rajapaksa, Herath, Mendis, \
    Senanayake, Karunaratne, Ekanayake, Ratnayake, Liyanage";

/// A user with a session.
#[derive(Clone, Debug)]
pub(crate) struct SignedIn {
    pub(crate) user: User,
    /// The bearer token of the session.
    pub(crate) token: String,
}

/// The users of a measured shop.
#[derive(Clone, Debug)]
pub(crate) struct Users {
    /// Customers, each signed in.
    pub(crate) customers: Vec<SignedIn>,
    /// The administrator.
    pub(crate) admin: SignedIn,
}

/// The fewest orders of a customer who ordered: more than a page of 24, in a small shop as in a large one.
const ORDERS_EACH: u32 = 50;

impl Users {
    /// The customers who ordered, in a shop with `orders` orders.
    ///
    /// # Errors
    /// Never on machines of 32 bits and more.
    pub(crate) fn buyers(&self, orders: u32) -> Result<&[SignedIn], Error> {
        let count = usize::try_from(orders / ORDERS_EACH)?.clamp(1, self.customers.len().max(1));
        Ok(self.customers.get(..count).unwrap_or_default())
    }
}

/// Registers `count` customers and an administrator, with tokens signed with `key`.
///
/// # Errors
/// When the database fails.
pub(crate) async fn fill(postgres: &Postgres, count: u32, key: &str) -> Result<Users, Error> {
    let sign_up = SignUp::new(postgres, key).await?;
    let customers = sign_up.customers(count).await?;
    let admin = sign_up.user(count, UserType::Admin).await?;
    Ok(Users { customers, admin })
}

/// Registers users of one password.
pub(crate) struct SignUp<'a> {
    postgres: &'a Postgres,
    tokens: JwtTokens,
    hash: PasswordHash,
}

impl<'a> SignUp<'a> {
    pub(crate) async fn new(postgres: &'a Postgres, key: &str) -> Result<Self, Error> {
        let hash = Argon2Hasher::new(hashing_limits())?.hash(&Password::choose(PASSWORD)?).await?;
        Ok(Self { postgres, tokens: JwtTokens::new(key.as_bytes(), Arc::new(MachineClock))?, hash })
    }

    pub(crate) async fn customers(&self, count: u32) -> Result<Vec<SignedIn>, Error> {
        say(&format!("making {count} customers"));
        stream::iter(0..count).map(|number| self.user(number, UserType::Customer)).buffered(8).try_collect().await
    }

    async fn user(&self, number: u32, user_type: UserType) -> Result<SignedIn, Error> {
        let pick = |names: &'static str, place: u32| {
            usize::try_from(place).map(|p| words(names).into_iter().cycle().nth(p % 16).unwrap_or_default())
        };
        let now = MachineClock.now();
        let new = NewUser {
            id: UserId::new(uuid()),
            email: EmailAddress::parse(&format!("customer.{number}@example.com"))?,
            first_name: PersonName::parse(pick(FIRST, number)?)?,
            last_name: PersonName::parse(pick(LAST, number / 16)?)?,
            profile_picture: None,
            user_type,
            staff_role: (user_type == UserType::Admin).then_some(StaffRole::Owner),
            password_hash: Some(self.hash.clone()),
            created_at: now - TimeDelta::days(200),
            sends_verification: false,
        };
        let user = self.postgres.create(&new).await?;
        // A customer who orders again and again is no new one.
        let claim = EmailClaim { user: user.id, email: user.email.clone(), until: now };
        let user = self.postgres.verify(&claim, now).await?;
        let session = Session::begin(SessionId::new(uuid()), &user, now);
        self.postgres.open(&session, None).await?;
        let token = self.tokens.issue(&user, &session)?;
        Ok(SignedIn { user, token })
    }
}
