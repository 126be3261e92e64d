//! The limit of a login: one password check.

use std::time::{Duration, Instant};

use adapter_auth::{Argon2Hasher, hashing_limits};
use bench::figures::{Figures, of_times};
use domain::accounts::password::Password;
use domain::accounts::ports::{PasswordHasher as _, PasswordMatch};
use futures_util::future::try_join_all;

use crate::Error;
use crate::accounts::PASSWORD;

/// Checks the right password for `seconds`, `at_once` at a time.
///
/// # Errors
/// When a password is not hashed.
pub(crate) async fn measure(at_once: u32, seconds: u64) -> Result<Figures, Error> {
    let hasher = Argon2Hasher::new(hashing_limits())?;
    let hash = hasher.hash(&Password::choose(PASSWORD)?).await?;
    let begun = Instant::now();
    let check = async |_| {
        let mut times = Vec::new();
        while begun.elapsed() < Duration::from_secs(seconds) {
            let asked = Instant::now();
            let answer = hasher.verify(&Password::given(PASSWORD.to_owned()), Some(&hash)).await?;
            if answer != PasswordMatch::Right {
                return Err(Error::from("the right password is refused"));
            }
            times.push(asked.elapsed());
        }
        Ok(times)
    };
    let times = try_join_all((0..at_once).map(check)).await?;
    Ok(of_times(times.into_iter().flatten().collect(), begun.elapsed())?)
}
