//! Use cases of accounts: signing in and out, registering, profiles, passwords, and users as administrators handle them.

pub mod authenticate;
pub mod create_admin;
pub mod delete_user;
pub mod list_users;
pub mod register_user;
pub mod request_password_reset;
pub mod resend_verification;
pub mod reset_password;
pub mod set_user_blocked;
pub mod show_user_activity;
pub mod sign_in;
pub mod sign_in_with_provider;
pub mod sign_out;
pub mod update_profile;
pub mod verify_email;

use self::authenticate::Authenticate;
use self::delete_user::DeleteUser;
use self::list_users::ListUsers;
use self::register_user::RegisterUser;
use self::request_password_reset::RequestPasswordReset;
use self::resend_verification::ResendVerification;
use self::reset_password::ResetPassword;
use self::set_user_blocked::SetUserBlocked;
use self::show_user_activity::ShowUserActivity;
use self::sign_in::SignIn;
use self::sign_in_with_provider::SignInWithProvider;
use self::sign_out::SignOut;
use self::update_profile::UpdateProfile;
use self::verify_email::VerifyEmail;
use crate::ports::{Ports, use_cases};

use_cases! {
    /// The use cases of accounts that the HTTP interface serves. [`create_admin::CreateAdmin`], which the command line alone
    /// uses, is not one of them.
    AccountUseCases(ports) {
        authenticate: Authenticate = Authenticate::new(ports.tokens.clone(), ports.sessions.clone(), ports.clock.clone()),
        delete_user: DeleteUser = DeleteUser::new(ports.users.clone(), ports.clock.clone()),
        list_users: ListUsers = ListUsers::new(ports.user_directory.clone()),
        register_user: RegisterUser = RegisterUser::new(ports.users.clone(), ports.hasher.clone(), ports.ids.clone(), ports.clock.clone()),
        request_password_reset: RequestPasswordReset = RequestPasswordReset {
            directory: ports.user_directory.clone(),
            resets: ports.password_resets.clone(),
            mailer: ports.mailer.clone(),
            ids: ports.ids.clone(),
            clock: ports.clock.clone(),
            links: ports.settings.reset_links.clone(),
        },
        resend_verification: ResendVerification = ResendVerification::new(ports.mail_outbox.clone(), ports.clock.clone()),
        reset_password: ResetPassword = ResetPassword::new(ports.password_resets.clone(), ports.hasher.clone(), ports.login_throttle.clone(), ports.clock.clone()),
        set_user_blocked: SetUserBlocked = SetUserBlocked::new(ports.users.clone(), ports.clock.clone()),
        sign_in: SignIn = sign_in(ports),
        sign_in_with_provider: SignInWithProvider = SignInWithProvider {
            provider: ports.identity_provider.clone(),
            identities: ports.identities.clone(),
            sign_in: sign_in(ports),
            ids: ports.ids.clone(),
            clock: ports.clock.clone(),
        },
        sign_out: SignOut = SignOut::new(ports.sessions.clone(), ports.clock.clone()),
        update_profile: UpdateProfile = UpdateProfile {
            directory: ports.user_directory.clone(),
            users: ports.users.clone(),
            hasher: ports.hasher.clone(),
            tokens: ports.tokens.clone(),
            clock: ports.clock.clone(),
        },
        show_user_activity: ShowUserActivity = ShowUserActivity::new(ports.user_directory.clone(), ports.clock.clone()),
        verify_email: VerifyEmail = VerifyEmail::new(ports.address_claims.clone(), ports.email_verifier.clone(), ports.clock.clone()),
    }
}

fn sign_in(ports: &Ports) -> SignIn {
    SignIn {
        users: ports.users.clone(),
        hasher: ports.hasher.clone(),
        throttle: ports.settings.delays_logins.then(|| ports.login_throttle.clone()),
        devices: ports.device_markers.clone(),
        sessions: ports.sessions.clone(),
        tokens: ports.tokens.clone(),
        ids: ports.ids.clone(),
        clock: ports.clock.clone(),
    }
}
