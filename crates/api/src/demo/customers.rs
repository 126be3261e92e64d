//! The users of the demo shop: its staff, and the customers who review and order.

use chrono::TimeDelta;
use domain::accounts::email_verification::EmailClaim;
use domain::accounts::password::Password;
use domain::accounts::ports::{
    EmailVerifier as _, PasswordHasher as _, RegisterUserError, SessionStore as _, UserDirectory as _, UserRepository as _,
};
use domain::accounts::session::Session;
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::{NewUser, User, UserType};
use domain::setup::{SetupPart, SetupStep, SetupWatcher};
use domain::shared::email::EmailAddress;
use domain::shared::ids::{SessionId, UserId};
use domain::shared::text::PersonName;

use crate::CommandError;
use crate::demo::days_before;
use crate::demo::reviews::reviews;
use crate::demo::state::{CUSTOMER_EMAIL, DemoState, Logins, staff_address};
use crate::wiring::adapters::Adapters;

/// Registers all users; returns the customers in the order of the reviews.
pub(crate) async fn fill(
    adapters: &Adapters,
    state: &DemoState,
    logins: Logins,
    watcher: &SetupWatcher,
) -> Result<Vec<User>, CommandError> {
    let (mut customers, reviews) = (Vec::new(), reviews()?);
    let of = reviews.len();
    for (index, review) in (0_i64..).zip(reviews) {
        watcher(SetupStep { part: SetupPart::Customers, done: customers.len(), of });
        let email = address_of(&review.first_name, &review.last_name);
        let password = (email == CUSTOMER_EMAIL && logins == Logins::Demo).then_some(state.customer_password.as_str());
        let registered = Person {
            first: &review.first_name,
            last: &review.last_name,
            email: &email,
            password,
            staff_role: None,
            days_ago: review.days_ago + 65,
        };
        let user = register(adapters, state, registered).await?;
        sign_in_lately(adapters, state, &user, index).await?;
        customers.push(user);
    }
    if logins == Logins::Demo {
        register_staff(adapters, state).await?;
    }
    Ok(customers)
}

/// Registers one member of staff for each role, so that the roles can be tried. The owner is the first.
async fn register_staff(adapters: &Adapters, state: &DemoState) -> Result<(), CommandError> {
    for (days_later, role) in (0..).zip(StaffRole::ALL) {
        let Some(password) = state.password_of(role) else { continue };
        let person = Person {
            first: "Araliya",
            last: role.name(),
            email: &staff_address(role),
            password: Some(password),
            staff_role: Some(role),
            days_ago: 200 - days_later,
        };
        register(adapters, state, person).await?;
    }
    Ok(())
}

/// `Anjalie de Silva` has `anjalie.desilva@example.com`.
fn address_of(first: &str, last: &str) -> String {
    format!("{first}.{last}@example.com").replace(' ', "").to_lowercase()
}

struct Person<'a> {
    first: &'a str,
    last: &'a str,
    email: &'a str,
    password: Option<&'a str>,
    staff_role: Option<StaffRole>,
    days_ago: i64,
}

async fn register(adapters: &Adapters, state: &DemoState, person: Person<'_>) -> Result<User, CommandError> {
    let email = EmailAddress::parse(person.email)?;
    if let Some(known) = adapters.postgres.by_email(&email).await? {
        return Ok(known);
    }
    let password_hash = match person.password {
        Some(password) => Some(adapters.hasher.hash(&Password::choose(password)?).await?),
        None => None,
    };
    let user = NewUser {
        id: UserId::new(adapters.ids.uuid()),
        email,
        first_name: PersonName::parse(person.first)?,
        last_name: PersonName::parse(person.last)?,
        profile_picture: None,
        user_type: if person.staff_role.is_some() { UserType::Admin } else { UserType::Customer },
        staff_role: person.staff_role,
        password_hash,
        created_at: days_before(state.started_at, person.days_ago, 190),
        sends_verification: false,
    };
    match adapters.postgres.create(&user).await {
        Ok(user) if person.password.is_some() && person.staff_role.is_none() => verified(adapters, user).await,
        Ok(user) => Ok(user),
        Err(RegisterUserError::Port(error)) => Err(error.into()),
        Err(_) => Err("somebody else is filling the demo shop right now".into()),
    }
}

/// The customer whom visitors of the demo shop sign in as orders as much as they like, unlike a new one.
async fn verified(adapters: &Adapters, user: User) -> Result<User, CommandError> {
    let claim = EmailClaim { user: user.id, email: user.email.clone(), until: user.created_at };
    Ok(adapters.postgres.verify(&claim, user.created_at).await?)
}

/// Leaves a session behind, so that the dashboard has recent sign-ins to show.
async fn sign_in_lately(adapters: &Adapters, state: &DemoState, user: &User, index: i64) -> Result<(), CommandError> {
    if index < 6 && user.last_login.is_none() {
        let at = state.started_at - TimeDelta::minutes(7 + index * 173);
        adapters.postgres.open(&Session::begin(SessionId::new(adapters.ids.uuid()), user, at), None).await?;
    }
    Ok(())
}
