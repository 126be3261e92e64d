//! Use cases of accounts: signing in and out, registering, profiles, passwords, and users as administrators handle them.

pub mod accept_invitation;
pub mod account_access;
pub mod authenticate;
pub mod confirm_identity;
pub mod create_admin;
pub mod credential_check;
pub mod delete_user;
pub mod end_all_sessions;
pub mod enrol_second_factor;
pub mod invite_staff;
pub mod issue_reset_link;
pub mod list_users;
pub mod manage_staff;
pub mod register_user;
pub mod remove_second_factor;
pub mod request_password_reset;
pub mod require_second_factor;
pub mod resend_verification;
pub mod reset_password;
pub mod second_factor_check;
pub mod set_user_blocked;
pub mod show_security;
pub mod show_user_activity;
pub mod sign_in;
pub mod sign_in_with_provider;
pub mod sign_out;
pub mod update_profile;
pub mod user_sessions;
pub mod verify_email;

use self::accept_invitation::AcceptInvitation;
use self::account_access::AccountAccess;
use self::authenticate::Authenticate;
use self::confirm_identity::ConfirmIdentity;
use self::credential_check::CredentialCheck;
use self::delete_user::DeleteUser;
use self::end_all_sessions::EndAllSessions;
use self::enrol_second_factor::EnrolSecondFactor;
use self::invite_staff::InviteStaff;
use self::list_users::ListUsers;
use self::manage_staff::ManageStaff;
use self::register_user::RegisterUser;
use self::remove_second_factor::RemoveSecondFactor;
use self::request_password_reset::RequestPasswordReset;
use self::require_second_factor::RequireSecondFactor;
use self::resend_verification::ResendVerification;
use self::reset_password::ResetPassword;
use self::second_factor_check::SecondFactorCheck;
use self::set_user_blocked::SetUserBlocked;
use self::show_security::ShowSecurity;
use self::show_user_activity::ShowUserActivity;
use self::sign_in::SignIn;
use self::sign_in_with_provider::SignInWithProvider;
use self::sign_out::SignOut;
use self::update_profile::UpdateProfile;
use self::user_sessions::UserSessions;
use self::verify_email::VerifyEmail;
use crate::ports::{Ports, use_cases};

use_cases! {
    /// The use cases of accounts that the HTTP interface serves. [`create_admin::CreateAdmin`], which the command line alone
    /// uses, is not one of them.
    AccountUseCases(ports) {
        accept_invitation: AcceptInvitation = AcceptInvitation {
            invitations: ports.staff_invitations.clone(),
            hasher: ports.hasher.clone(),
            sign_in: sign_in_of(ports),
            ids: ports.ids.clone(),
            clock: ports.clock.clone(),
        },
        authenticate: Authenticate = Authenticate::new(ports.tokens.clone(), ports.sessions.clone(), ports.clock.clone()),
        confirm_identity: ConfirmIdentity = ConfirmIdentity {
            users: ports.users.clone(),
            check: credential_check(ports),
            sessions: ports.sessions.clone(),
            clock: ports.clock.clone(),
        },
        delete_user: DeleteUser = DeleteUser::new(ports.users.clone(), ports.clock.clone()),
        end_all_sessions: EndAllSessions = EndAllSessions::new(ports.sign_in_watch.clone(), ports.clock.clone()),
        enrol_second_factor: EnrolSecondFactor = EnrolSecondFactor::new(second_factor_check(ports), ports.current_content.clone(), ports.clock.clone()),
        invite_staff: InviteStaff = InviteStaff {
            invitations: ports.staff_invitations.clone(),
            signer: ports.invitation_signer.clone(),
            ids: ports.ids.clone(),
            clock: ports.clock.clone(),
            public_url: ports.settings.reset_links.public_url.clone(),
        },
        manage_staff: ManageStaff = ManageStaff::new(ports.staff_accounts.clone(), ports.clock.clone()),
        list_users: ListUsers = ListUsers::new(ports.user_directory.clone()),
        register_user: RegisterUser = RegisterUser::new(ports.users.clone(), ports.hasher.clone(), ports.ids.clone(), ports.clock.clone()),
        remove_second_factor: RemoveSecondFactor = remove_second_factor(ports),
        require_second_factor: RequireSecondFactor = require_second_factor(ports),
        request_password_reset: RequestPasswordReset = RequestPasswordReset {
            directory: ports.user_directory.clone(),
            resets: ports.password_resets.clone(),
            mailer: ports.mailer.clone(),
            ids: ports.ids.clone(),
            clock: ports.clock.clone(),
            links: ports.settings.reset_links.clone(),
            content: ports.current_content.clone(),
        },
        resend_verification: ResendVerification = ResendVerification::new(ports.mail_outbox.clone(), ports.clock.clone()),
        reset_password: ResetPassword = ResetPassword::new(ports.password_resets.clone(), ports.hasher.clone(), ports.login_throttle.clone(), ports.clock.clone()),
        set_user_blocked: SetUserBlocked = SetUserBlocked::new(ports.users.clone(), ports.clock.clone()),
        show_security: ShowSecurity = ShowSecurity::new(ports.second_factors.clone(), require_second_factor(ports), ports.clock.clone()),
        sign_in: SignIn = sign_in_of(ports),
        sign_in_with_provider: SignInWithProvider = SignInWithProvider {
            provider: ports.identity_provider.clone(),
            identities: ports.identities.clone(),
            second_factors: ports.second_factors.clone(),
            sign_in: sign_in_of(ports),
            ids: ports.ids.clone(),
            clock: ports.clock.clone(),
        },
        sign_out: SignOut = SignOut::new(ports.sessions.clone(), ports.clock.clone()),
        update_profile: UpdateProfile = UpdateProfile {
            directory: ports.user_directory.clone(),
            users: ports.users.clone(),
            hasher: ports.hasher.clone(),
            check: credential_check(ports),
            settings: ports.current_settings.clone(),
            tokens: ports.tokens.clone(),
            clock: ports.clock.clone(),
        },
        show_user_activity: ShowUserActivity = ShowUserActivity::new(ports.user_directory.clone(), ports.clock.clone()),
        user_sessions: UserSessions = UserSessions::new(account_access(ports), ports.sessions.clone(), ports.clock.clone()),
        verify_email: VerifyEmail = VerifyEmail::new(ports.address_claims.clone(), ports.email_verifier.clone(), ports.clock.clone()),
    }
}

/// Signs users in; the set-up of a new shop uses it too.
pub(crate) fn sign_in_of(ports: &Ports) -> SignIn {
    SignIn {
        users: ports.users.clone(),
        check: credential_check(ports),
        watch: ports.sign_in_watch.clone(),
        signer: ports.invitation_signer.clone(),
        devices: ports.device_markers.clone(),
        sessions: ports.sessions.clone(),
        tokens: ports.tokens.clone(),
        ids: ports.ids.clone(),
        clock: ports.clock.clone(),
    }
}

/// Removes second factors; the command line uses it too.
#[must_use]
pub fn remove_second_factor(ports: &Ports) -> RemoveSecondFactor {
    RemoveSecondFactor::new(account_access(ports), ports.second_factors.clone(), ports.clock.clone())
}

fn account_access(ports: &Ports) -> AccountAccess {
    AccountAccess { directory: ports.user_directory.clone(), require: require_second_factor(ports) }
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

fn require_second_factor(ports: &Ports) -> RequireSecondFactor {
    RequireSecondFactor::new(ports.current_settings.clone(), ports.second_factors.clone())
}
