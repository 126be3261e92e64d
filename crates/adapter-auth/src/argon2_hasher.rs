//! Argon2id password hashes in PHC string form.

use std::sync::Arc;
use std::time::Duration;

use argon2::password_hash::phc::{self, Output, ParamsString, Salt};
use argon2::password_hash::{Error as Argon2Error, PasswordHasher as _, PasswordVerifier as _};
use argon2::{ARGON2ID_IDENT, Algorithm, Params, Version};
use async_trait::async_trait;
use bounded_executor::{BoundedExecutor, ExecutorError, ExecutorLimits, ExecutorLoad};
use domain::accounts::password::Password;
use domain::accounts::ports::{PasswordHasher, PasswordMatch};
use domain::accounts::user::PasswordHash;
use domain::shared::ports::PortError;

use crate::argon2_memory::ThreadsArgon2;

/// Memory in KiB, passes and lanes that OWASP recommends for argon2id.
const OWASP: (u32, u32, u32) = (19_456, 2, 1);
/// The least work argon2 can do; for tests that are not about passwords.
const CHEAP: (u32, u32, u32) = (Params::MIN_M_COST, 1, 1);
/// Length of a hash in bytes.
const OUTPUT: usize = 32;
/// A thread ends after this time without a password, and frees the memory it kept for hashing.
const KEEP_ALIVE: Duration = Duration::from_secs(10);

/// The limits for this machine: one password per processor at once, and 32 per processor in the queue. With the default
/// parameters a full queue takes well under a second.
#[must_use]
pub fn hashing_limits() -> ExecutorLimits {
    let running = std::thread::available_parallelism().map_or(2, usize::from);
    ExecutorLimits { running, waiting: running.saturating_mul(32) }
}

/// The hasher could not be set up.
#[derive(Debug, thiserror::Error)]
#[error("argon2 cannot be set up")]
pub struct HasherError(#[source] Box<dyn std::error::Error + Send + Sync>);

/// Argon2id with OWASP's parameters (m = 19,456 KiB, t = 2, p = 1), a few at a time off the asynchronous threads.
pub struct Argon2Hasher {
    argon2: ThreadsArgon2,
    /// The hash that a password is compared with when the user has none. It has the same parameters, and no known password
    /// matches it.
    dummy: Arc<phc::PasswordHash>,
    executor: BoundedExecutor,
}

impl Argon2Hasher {
    /// A hasher with today's parameters.
    ///
    /// # Errors
    /// [`HasherError`] when the system refuses what threads need.
    pub fn new(limits: ExecutorLimits) -> Result<Self, HasherError> {
        Self::with_costs(OWASP, limits)
    }

    /// A hasher with the least work that argon2 can do, for tests that need a hasher but not its strength.
    /// [`Argon2Hasher::new`] replaces its hashes as outdated.
    ///
    /// # Errors
    /// [`HasherError`] when argon2 cannot work here.
    pub fn cheap_for_tests() -> Result<Self, HasherError> {
        Self::with_costs(CHEAP, ExecutorLimits { running: 4, waiting: 1_024 })
    }

    /// How many passwords are being hashed and wait to be, now.
    #[must_use]
    pub fn load(&self) -> ExecutorLoad {
        self.executor.load()
    }

    fn with_costs((memory, passes, lanes): (u32, u32, u32), limits: ExecutorLimits) -> Result<Self, HasherError> {
        let params = Params::new(memory, passes, lanes, Some(OUTPUT)).map_err(|e| HasherError(e.to_string().into()))?;
        let dummy = dummy(&params).map_err(|e| HasherError(Box::new(e)))?;
        let argon2 = ThreadsArgon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let executor = BoundedExecutor::new("passwords", limits, KEEP_ALIVE).map_err(|e| HasherError(Box::new(e)))?;
        Ok(Self { argon2, dummy: Arc::new(dummy), executor })
    }
}

#[async_trait]
impl PasswordHasher for Argon2Hasher {
    async fn hash(&self, password: &Password) -> Result<PasswordHash, PortError> {
        let (argon2, password) = (self.argon2.clone(), password.clone());
        self.executor.run(move || make_hash(&argon2, &password)).await.map_err(port_error)?
    }

    async fn verify<'a>(&self, password: &Password, hash: Option<&'a PasswordHash>) -> Result<PasswordMatch, PortError> {
        let (argon2, dummy) = (self.argon2.clone(), Arc::clone(&self.dummy));
        let (password, hash) = (password.clone(), hash.cloned());
        self.executor
            .run(move || match hash {
                Some(hash) => compare(&argon2, &password, &hash),
                None => compare_with_dummy(&argon2, &password, &dummy),
            })
            .await
            .map_err(port_error)?
    }
}

/// The form of a hash with these parameters. No password is known that it is the hash of: finding one would be to break argon2.
fn dummy(params: &Params) -> Result<phc::PasswordHash, Argon2Error> {
    Ok(phc::PasswordHash {
        algorithm: ARGON2ID_IDENT,
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(params)?,
        salt: Some(Salt::new(b"nobody's salt...")?),
        hash: Some(Output::new(&[0; OUTPUT])?),
    })
}

fn port_error(error: ExecutorError) -> PortError {
    match error {
        ExecutorError::QueueFull(_) => PortError::unavailable(error),
        ExecutorError::Failed { .. } => PortError::internal(error),
    }
}

/// Hashes with a fresh salt.
fn make_hash(argon2: &ThreadsArgon2, password: &Password) -> Result<PasswordHash, PortError> {
    let hash = argon2.hash_password(password.expose().as_bytes()).map_err(PortError::internal)?;
    Ok(PasswordHash::new(hash.to_string()))
}

/// Compares with the parameters of the hash; after a match with weaker parameters it makes a new hash.
fn compare(argon2: &ThreadsArgon2, password: &Password, hash: &PasswordHash) -> Result<PasswordMatch, PortError> {
    let stored = phc::PasswordHash::new(hash.as_str()).map_err(PortError::internal)?;
    match argon2.verify_password(password.expose().as_bytes(), &stored) {
        Ok(()) if is_outdated(argon2.params(), &stored)? => Ok(PasswordMatch::RightButOutdated(make_hash(argon2, password)?)),
        Ok(()) => Ok(PasswordMatch::Right),
        Err(Argon2Error::PasswordInvalid) => Ok(PasswordMatch::Wrong),
        Err(broken) => Err(PortError::internal(broken)),
    }
}

/// Does the work of a comparison; the result is always [`PasswordMatch::Wrong`].
fn compare_with_dummy(argon2: &ThreadsArgon2, password: &Password, dummy: &phc::PasswordHash) -> Result<PasswordMatch, PortError> {
    match argon2.verify_password(password.expose().as_bytes(), dummy) {
        Ok(()) | Err(Argon2Error::PasswordInvalid) => Ok(PasswordMatch::Wrong),
        Err(broken) => Err(PortError::internal(broken)),
    }
}

/// Whether a hash was made with another algorithm or version, or with less memory, fewer passes or a shorter output.
fn is_outdated(today: &Params, stored: &phc::PasswordHash) -> Result<bool, PortError> {
    let made_with = Params::try_from(stored).map_err(PortError::internal)?;
    Ok(stored.algorithm != ARGON2ID_IDENT
        || stored.version != Some(Version::V0x13.into())
        || made_with.m_cost() < today.m_cost()
        || made_with.t_cost() < today.t_cost()
        || stored.hash.as_ref().is_none_or(|output| output.len() < OUTPUT))
}

#[cfg(test)]
mod tests {
    use argon2::Argon2;

    use super::*;

    const LIMITS: ExecutorLimits = ExecutorLimits { running: 2, waiting: 8 };

    fn cheap() -> Argon2Hasher {
        Argon2Hasher::cheap_for_tests().unwrap()
    }

    fn password(text: &str) -> Password {
        Password::given(text.to_owned())
    }

    #[tokio::test]
    async fn the_default_parameters_are_owasps() {
        let hasher = Argon2Hasher::new(hashing_limits()).unwrap();
        let hash = hasher.hash(&password("correct horse")).await.unwrap();
        assert!(hash.as_str().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{}", hash.as_str());
        assert_eq!(hasher.verify(&password("correct horse"), Some(&hash)).await.unwrap(), PasswordMatch::Right);
        assert_eq!(hasher.verify(&password("correct house"), Some(&hash)).await.unwrap(), PasswordMatch::Wrong);
        assert_eq!(phc::PasswordHash::new(hash.as_str()).unwrap().params, hasher.dummy.params, "the dummy costs the same");
    }

    #[tokio::test]
    async fn two_hashes_of_one_password_differ() {
        let hasher = cheap();
        let (one, two) = (hasher.hash(&password("same")).await.unwrap(), hasher.hash(&password("same")).await.unwrap());
        assert_ne!(one, two);
        assert_eq!(hasher.verify(&password("same"), Some(&two)).await.unwrap(), PasswordMatch::Right);
    }

    #[tokio::test]
    async fn every_byte_of_a_password_counts() {
        let hasher = cheap();
        let long = "ක".repeat(128);
        let hash = hasher.hash(&password(&long)).await.unwrap();
        assert_eq!(hasher.verify(&password(&long), Some(&hash)).await.unwrap(), PasswordMatch::Right);
        for other in [format!("{long} "), long.replacen('ක', "ඛ", 1), "ක".repeat(127), String::new()] {
            assert_eq!(hasher.verify(&password(&other), Some(&hash)).await.unwrap(), PasswordMatch::Wrong, "{other}");
        }
    }

    #[tokio::test]
    async fn without_a_hash_every_password_is_wrong() {
        let hasher = cheap();
        for text in ["anything", "", "nobody's password"] {
            assert_eq!(hasher.verify(&password(text), None).await.unwrap(), PasswordMatch::Wrong);
        }
    }

    #[tokio::test]
    async fn a_weaker_hash_is_replaced_once_the_password_was_right() {
        let weak = cheap().hash(&password("old")).await.unwrap();
        let hasher = Argon2Hasher::with_costs((64, 2, 1), LIMITS).unwrap();
        assert_eq!(hasher.verify(&password("wrong"), Some(&weak)).await.unwrap(), PasswordMatch::Wrong);
        let PasswordMatch::RightButOutdated(fresh) = hasher.verify(&password("old"), Some(&weak)).await.unwrap() else {
            panic!("a weak hash counts as today's")
        };
        assert!(fresh.as_str().contains("m=64,t=2,p=1"), "{}", fresh.as_str());
        assert_eq!(hasher.verify(&password("old"), Some(&fresh)).await.unwrap(), PasswordMatch::Right);
    }

    #[tokio::test]
    async fn weaker_hashes_are_outdated() {
        let today = Argon2Hasher::with_costs((64, 2, 1), LIMITS).unwrap();
        let made_by = |algorithm, version, (m, t, p): (u32, u32, u32), length| {
            let params = Params::new(m, t, p, Some(length)).unwrap();
            PasswordHash::new(Argon2::new(algorithm, version, params).hash_password(b"secret").unwrap().to_string())
        };
        let (id, v13) = (Algorithm::Argon2id, Version::V0x13);
        for (hash, outdated) in [
            (made_by(id, v13, (64, 2, 1), OUTPUT), false),
            (made_by(id, v13, (128, 3, 2), OUTPUT), false),
            (made_by(id, v13, (63, 2, 1), OUTPUT), true),
            (made_by(id, v13, (64, 1, 1), OUTPUT), true),
            (made_by(id, v13, (64, 2, 1), 16), true),
            (made_by(id, Version::V0x10, (64, 2, 1), OUTPUT), true),
            (made_by(Algorithm::Argon2i, v13, (64, 2, 1), OUTPUT), true),
            (made_by(Algorithm::Argon2d, v13, (64, 2, 1), OUTPUT), true),
        ] {
            let answer = today.verify(&password("secret"), Some(&hash)).await.unwrap();
            assert_eq!(matches!(answer, PasswordMatch::RightButOutdated(_)), outdated, "{} gave {answer:?}", hash.as_str());
            assert_ne!(answer, PasswordMatch::Wrong);
        }
    }

    #[tokio::test]
    async fn a_broken_hash_is_a_failure_and_never_a_match() {
        let hasher = cheap();
        for broken in
            ["", "plain text", "$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ", "$2y$10$abcdefghijklmnopqrstuv", "$scrypt$ln=1$c2FsdHNhbHQ$aGFzaA"]
        {
            let answer = hasher.verify(&password("x"), Some(&PasswordHash::new(broken.to_owned()))).await;
            assert!(!matches!(answer, Ok(PasswordMatch::Right | PasswordMatch::RightButOutdated(_))), "{broken}: {answer:?}");
        }
    }

    #[tokio::test]
    async fn turns_away_when_too_many_wait() {
        use std::pin::pin;

        let hasher = Argon2Hasher::with_costs(CHEAP, ExecutorLimits { running: 1, waiting: 0 }).unwrap();
        let (stop, stopped) = std::sync::mpsc::channel::<()>();
        let mut busy = pin!(hasher.executor.run(move || stopped.recv().is_err()));
        assert!(futures_util::poll!(&mut busy).is_pending());
        assert!(hasher.hash(&password("a")).await.unwrap_err().is_unavailable());
        assert!(hasher.verify(&password("a"), None).await.unwrap_err().is_unavailable());
        drop(stop);
        assert!(busy.await.unwrap());
        assert!(hasher.hash(&password("a")).await.is_ok());
    }
}
