//! Customers with Sri Lankan names, and reviews of some of them.

use chrono::{DateTime, TimeDelta, Utc};
use domain::accounts::user::{User, UserType};
use domain::reviews::{NewReview, Rating};
use domain::shared::email::EmailAddress;
use domain::shared::ids::{ReviewId, UserId};
use domain::shared::text::{PersonName, ReviewComment};
use uuid::Uuid;

use super::DAYS;
use crate::CommandError;
use crate::demo::customers;
use crate::demo::reviews::reviews;
use crate::demo::seeded_rng::SeededRng;
use crate::demo::state::{DemoState, Logins};
use crate::demo::unwatched;
use crate::wiring::adapters::Adapters;

const FIRST_NAMES: [&str; 24] = [
    "Nimal", "Kamala", "Sunil", "Nadeesha", "Ruwan", "Dilani", "Kasun", "Ishara", "Tharindu", "Chamari", "Priya", "Arjun", "Fathima",
    "Imran", "Anushka", "Lakmal", "Sanduni", "Roshan", "Malini", "Gayan", "Shalini", "Suresh", "Amaya", "Dinesh",
];
const LAST_NAMES: [&str; 24] = [
    "Perera",
    "Silva",
    "Fernando",
    "Jayasinghe",
    "Bandara",
    "Wijesinghe",
    "Gunawardena",
    "Rajapaksha",
    "Dissanayake",
    "Herath",
    "Kumar",
    "Nadarajah",
    "Sivakumar",
    "Mohamed",
    "Cader",
    "Ranasinghe",
    "Senanayake",
    "Liyanage",
    "Weerasinghe",
    "Karunaratne",
    "Abeysekara",
    "Jayawardena",
    "Amarasinghe",
    "Peiris",
];

/// An identity that sorts by time, as the shop's own do.
pub(super) fn identity(at: DateTime<Utc>, rng: &mut SeededRng) -> Uuid {
    let millis = u64::try_from(at.timestamp_millis()).unwrap_or_default();
    let mut random = [0; 10];
    for (to, from) in random.iter_mut().zip(rng.roll().to_be_bytes().into_iter().chain(rng.roll().to_be_bytes())) {
        *to = from;
    }
    uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid()
}

/// The customers, the first to register first; one in fifty is blocked.
///
/// # Errors
/// When a name is none.
pub(super) fn customers(state: &DemoState, many: u32, rng: &mut SeededRng) -> Result<Vec<User>, CommandError> {
    let apart = TimeDelta::days(DAYS) / i32::try_from(many)?;
    let mut users = Vec::new();
    for number in 0..many {
        // All of them were there before the first order.
        let created_at = state.started_at - TimeDelta::days(2 * DAYS) + apart * i32::try_from(number)?;
        let first = rng.pick(&FIRST_NAMES).copied().unwrap_or("Nimal");
        let last = rng.pick(&LAST_NAMES).copied().unwrap_or("Perera");
        let address = format!("{first}.{last}{number}@example.com").to_lowercase();
        users.push(User {
            id: UserId::new(identity(created_at, rng)),
            email: EmailAddress::parse(&address)?,
            first_name: PersonName::parse(first)?,
            last_name: PersonName::parse(last)?,
            profile_picture: None,
            user_type: UserType::Customer,
            staff_role: None,
            is_blocked: number % 50 == 49,
            created_at,
            last_login: (number % 3 == 0).then(|| created_at + TimeDelta::days(rng.up_to(DAYS))),
            email_verified: false,
            language: domain::shared::language::Language::English,
        });
    }
    Ok(users)
}

/// Writes the customers, those of the small demo shop with the owner among them, and a review by one in ten.
pub(super) async fn fill(adapters: &Adapters, state: &DemoState, users: &mut Vec<User>, rng: &mut SeededRng) -> Result<(), CommandError> {
    adapters.postgres.load_users(users).await?;
    let said = reviews()?;
    let mut opinions = Vec::new();
    for user in users.iter().step_by(10) {
        let Some(review) = rng.pick(&said) else { continue };
        let created_at = user.created_at + TimeDelta::days(30 + rng.up_to(600));
        opinions.push(NewReview {
            id: ReviewId::new(identity(created_at, rng)),
            user_id: user.id,
            rating: Rating::parse(review.rating)?,
            comment: ReviewComment::parse(&review.comment)?,
            created_at,
        });
    }
    adapters.postgres.load_reviews(&opinions).await?;
    users.extend(customers::fill(adapters, state, Logins::Demo, &unwatched()).await?);
    Ok(())
}
