//! Signing in through a third-party provider.

use std::sync::Arc;

use domain::accounts::identity::{IdentityRefusal, ProvedIdentity};
use domain::accounts::ports::{IdentityProof, IdentityProvider, IdentityStore, ProofRefusal, ResolveIdentityOutcome, SecondFactorStore};
use domain::accounts::user::{NewUser, UserType};
use domain::shared::error::{ErrorKind, FeatureError, port_code, port_kind};
use domain::shared::ids::UserId;
use domain::shared::ports::{Clock, IdSource, PortError};

use crate::accounts::credential_check::CheckRefusal;
use crate::accounts::sign_in::{LoginSource, OpenedSession, SignIn, SignInError};

/// Why a person was not signed in.
#[derive(Debug, thiserror::Error)]
pub enum SignInWithProviderError {
    /// This shop has no provider.
    #[error("Google sign-in is not set up in this shop.")]
    NotConfigured,
    /// The provider does not vouch for them to this shop.
    #[error("Google sign-in did not work. Please try again.")]
    NotProved(#[source] ProofRefusal),
    /// The account is an administrator's.
    #[error("Administrators log in with their password.")]
    Admin,
    /// The account has a second factor, for which the provider does not ask.
    #[error("This account has a second factor. Please log in with your password.")]
    SecondFactor,
    /// The account is blocked (`spec.md` §8).
    #[error("Your account has been blocked. Contact support.")]
    Blocked,
    /// An account has the address, and may belong to another person.
    #[error("An account with this email already exists. Please log in with your password.")]
    EmailTaken,
    #[error("Google sign-in is not available right now. Please try again.")]
    Provider(#[source] PortError),
    /// The session could not be opened.
    #[error(transparent)]
    Session(SignInError),
    #[error("Something went wrong on our side. Please try again.")]
    Port(#[from] PortError),
}

impl FeatureError for SignInWithProviderError {
    fn kind(&self) -> ErrorKind {
        match self {
            Self::NotConfigured => ErrorKind::Unavailable,
            Self::NotProved(_) => ErrorKind::Unauthenticated,
            Self::Admin | Self::SecondFactor | Self::Blocked => ErrorKind::Forbidden,
            Self::EmailTaken => ErrorKind::Conflict,
            Self::Provider(e) | Self::Port(e) => port_kind(e),
            Self::Session(e) => e.kind(),
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NotConfigured => "auth.provider_not_configured",
            Self::NotProved(_) => "auth.provider_refused",
            Self::Admin => "auth.provider_admin",
            Self::SecondFactor => "auth.provider_second_factor",
            Self::Blocked => "auth.blocked",
            Self::EmailTaken => "user.email_taken",
            Self::Provider(_) => "auth.provider_unavailable",
            Self::Port(e) => port_code(e),
            Self::Session(e) => e.code(),
        }
    }
}

impl From<IdentityRefusal> for SignInWithProviderError {
    fn from(refusal: IdentityRefusal) -> Self {
        match refusal {
            IdentityRefusal::Admin => Self::Admin,
            IdentityRefusal::Blocked => Self::Blocked,
            IdentityRefusal::EmailTaken => Self::EmailTaken,
        }
    }
}

/// The outcome.
#[derive(Clone, Debug)]
pub enum ProviderSignIn {
    /// They are signed in.
    SignedIn(OpenedSession),
    /// They have an account now, and sign in with it the next time (`spec.md` §4).
    AccountCreated,
}

/// Signs people in through the provider.
#[derive(Clone)]
pub struct SignInWithProvider {
    /// Identifies the person; `None` when the shop has no provider.
    pub provider: Option<Arc<dyn IdentityProvider>>,
    pub identities: Arc<dyn IdentityStore>,
    /// Knows who has a second factor.
    pub second_factors: Arc<dyn SecondFactorStore>,
    pub sign_in: SignIn,
    pub ids: Arc<dyn IdSource>,
    pub clock: Arc<dyn Clock>,
}

impl SignInWithProvider {
    /// Signs a person in who calls from `from`, or creates their account.
    ///
    /// # Errors
    /// [`SignInWithProviderError`] when the provider or the shop refuses them, or a port fails.
    pub async fn run(&self, proof: &IdentityProof, from: &LoginSource) -> Result<ProviderSignIn, SignInWithProviderError> {
        let provider = self.provider.as_ref().ok_or(SignInWithProviderError::NotConfigured)?;
        let proved = provider.identify(proof).await.map_err(SignInWithProviderError::Provider)?;
        let identity = proved.map_err(SignInWithProviderError::NotProved)?;
        let new = self.account_for(&identity);
        match self.identities.resolve(&identity, &new, self.clock.now()).await? {
            ResolveIdentityOutcome::Created(_) => Ok(ProviderSignIn::AccountCreated),
            ResolveIdentityOutcome::Refused(refusal) => Err(refusal.into()),
            ResolveIdentityOutcome::Known(user) => {
                if self.second_factors.status(user.id).await?.enabled_at.is_some() {
                    return Err(SignInWithProviderError::SecondFactor);
                }
                let opened = self.sign_in.open_session(user, from).await;
                opened.map(ProviderSignIn::SignedIn).map_err(|error| match error {
                    SignInError::Refused(CheckRefusal::Blocked) => SignInWithProviderError::Blocked,
                    other => SignInWithProviderError::Session(other),
                })
            }
        }
    }

    fn account_for(&self, identity: &ProvedIdentity) -> NewUser {
        NewUser {
            id: UserId::new(self.ids.uuid()),
            email: identity.email.clone(),
            first_name: identity.first_name.clone(),
            last_name: identity.last_name.clone(),
            profile_picture: None,
            user_type: UserType::Customer,
            staff_role: None,
            password_hash: None,
            created_at: self.clock.now(),
            mail: None,
        }
    }
}

#[cfg(test)]
mod tests;
