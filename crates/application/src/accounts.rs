//! Accounts: signing in, registering, profiles, passwords, second factors and staff. What needs one repository alone, handlers do.

pub mod create_admin;
pub mod credential_check;
pub mod passwords;
pub mod second_factor_check;
pub mod second_factors;
pub mod sessions;
pub mod sign_in;
pub mod sign_in_with_provider;
pub mod staff;
pub mod update_profile;
pub mod users;

use self::credential_check::CredentialCheck;
use self::passwords::Passwords;
use self::second_factor_check::SecondFactorCheck;
use self::second_factors::SecondFactors;
use self::sessions::Sessions;
use self::sign_in::SignIn;
use self::sign_in_with_provider::SignInWithProvider;
use self::staff::Staff;
use self::update_profile::UpdateProfile;
use self::users::Users;
use crate::ports::{Ports, use_cases};

use_cases! {
    /// The services of accounts that the HTTP interface calls. [`create_admin::CreateAdmin`], which the command line alone uses, is not
    /// one of them.
    AccountUseCases(ports) {
        passwords: Passwords = Passwords::new(ports),
        second_factors: SecondFactors = second_factors(ports),
        sessions: Sessions = Sessions {
            tokens: ports.tokens.clone(),
            sessions: ports.sessions.clone(),
            users: ports.users.clone(),
            check: credential_check(ports),
            second_factors: second_factors(ports),
            clock: ports.clock.clone(),
        },
        sign_in: SignIn = sign_in_of(ports),
        sign_in_with_provider: SignInWithProvider = SignInWithProvider {
            provider: ports.identity_provider.clone(),
            identities: ports.identities.clone(),
            second_factors: ports.second_factors.clone(),
            sign_in: sign_in_of(ports),
            ids: ports.ids.clone(),
            clock: ports.clock.clone(),
        },
        staff: Staff = Staff {
            invitations: ports.staff_invitations.clone(),
            signer: ports.invitation_signer.clone(),
            users: users_of(ports),
            sign_in: sign_in_of(ports),
            ids: ports.ids.clone(),
            clock: ports.clock.clone(),
            public_url: ports.settings.reset_links.public_url.clone(),
        },
        update_profile: UpdateProfile = UpdateProfile {
            directory: ports.user_directory.clone(),
            users: ports.users.clone(),
            hasher: ports.hasher.clone(),
            check: credential_check(ports),
            settings: ports.current_settings.clone(),
            tokens: ports.tokens.clone(),
            clock: ports.clock.clone(),
        },
        users: Users = users_of(ports),
    }
}

/// Signs users in; the set-up of a new shop uses it too.
pub(crate) fn sign_in_of(ports: &Ports) -> SignIn {
    SignIn {
        users: ports.users.clone(),
        check: credential_check(ports),
        watch: ports.sign_in_watch.clone(),
        signer: ports.invitation_signer.clone(),
        devices: ports.device_tokens.clone(),
        sessions: ports.sessions.clone(),
        tokens: ports.tokens.clone(),
        ids: ports.ids.clone(),
        clock: ports.clock.clone(),
    }
}

/// The second factors of users; the command line uses them too.
#[must_use]
pub fn second_factors(ports: &Ports) -> SecondFactors {
    SecondFactors {
        check: second_factor_check(ports),
        directory: ports.user_directory.clone(),
        settings: ports.current_settings.clone(),
        content: ports.current_content.clone(),
        clock: ports.clock.clone(),
    }
}

fn users_of(ports: &Ports) -> Users {
    Users { users: ports.users.clone(), hasher: ports.hasher.clone(), ids: ports.ids.clone(), clock: ports.clock.clone() }
}

fn credential_check(ports: &Ports) -> CredentialCheck {
    CredentialCheck {
        hasher: ports.hasher.clone(),
        throttle: ports.settings.delays_logins.then(|| ports.login_throttle.clone()),
        second_factor: second_factor_check(ports),
        clock: ports.clock.clone(),
    }
}

fn second_factor_check(ports: &Ports) -> SecondFactorCheck {
    SecondFactorCheck { store: ports.second_factors.clone(), cipher: ports.secret_cipher.clone(), codes: ports.one_time_codes.clone() }
}
