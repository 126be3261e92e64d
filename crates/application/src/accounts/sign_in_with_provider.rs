//! Signing in through a third-party provider.

use std::sync::Arc;

use domain::accounts::credentials::CheckRefusal;
use domain::accounts::identity::{IdentityRefusal, ProvedIdentity};
use domain::accounts::ports::{IdentityProof, IdentityProvider, IdentityStore, ProofRefusal, ResolveIdentityOutcome, SecondFactorStore};
use domain::accounts::user::{NewUser, UserType};
use domain::shared::error::{ErrorKind, FeatureError, feature_error, port_kind};
use domain::shared::ids::UserId;
use domain::shared::ports::{Clock, IdSource, PortError};

use crate::accounts::sign_in::{LoginSource, OpenedSession, SignIn, SignInError};

feature_error! {
    /// Why a person was not signed in.
    pub enum SignInWithProviderError {
        NotConfigured => Unavailable, "auth.provider_not_configured", "Google sign-in is not set up in this shop.";
        /// The provider does not vouch for them to this shop.
        NotProved(#[source] ProofRefusal) => Unauthenticated, "auth.provider_refused", "Google sign-in did not work. Please try again.";
        /// The provider does not ask for the code of a second factor.
        SecondFactor => Forbidden, "auth.provider_second_factor", "This account has a second factor. Please log in with your password.";
    } or Refused(IdentityRefusal), Provider(ProviderFailure), Session(SignInError)
}

/// The provider failed.
#[derive(Debug, thiserror::Error)]
#[error("Google sign-in is not available right now. Please try again.")]
pub struct ProviderFailure(#[source] PortError);

impl FeatureError for ProviderFailure {
    fn kind(&self) -> ErrorKind {
        port_kind(&self.0)
    }

    fn code(&self) -> &'static str {
        "auth.provider_unavailable"
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
        let proved = provider.identify(proof).await.map_err(ProviderFailure)?;
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
                    SignInError::Refused(CheckRefusal::Blocked) => IdentityRefusal::Blocked.into(),
                    other => other.into(),
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
            sends_verification: false,
        }
    }
}
