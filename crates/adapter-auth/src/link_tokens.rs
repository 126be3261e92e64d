//! The tokens besides those of sessions: those of devices and of e-mail addresses, and the secrets of invitations and alerts, of which
//! stores keep the hashes alone.

use chrono::{DateTime, Utc};
use domain::accounts::email_verification::EmailClaim;
use domain::accounts::login_attempts::DEVICE_IS_KNOWN_FOR;
use domain::accounts::ports::{DeviceTokens, EmailTokens, InvitationSigner};
use domain::accounts::sign_in_alert::AlertSecret;
use domain::accounts::staff_invitation::InvitationSecret;
use domain::shared::email::EmailAddress;
use domain::shared::ids::{DeviceId, InvitationId, SessionId, UserId};
use serde::{Deserialize, Serialize};

use crate::signer::{ISSUER, JwtTokens};

const DEVICE: &str = "araliya:device";
const EMAIL: &str = "araliya:email";
const INVITATION: &str = "araliya:invitation";
const ALERT: &str = "araliya:sign-in-alert";

/// The claims. Their order is part of the secrets of invitations and alerts, which are signed again when the mail is sent.
#[derive(Serialize, Deserialize)]
struct Claims {
    /// The user; or the invitation, or the session of the sign-in.
    sub: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    did: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    exp: i64,
    iss: String,
    aud: String,
}

impl Claims {
    fn new(aud: &str, sub: String, until: DateTime<Utc>) -> Self {
        Self { sub, did: None, email: None, exp: until.timestamp(), iss: ISSUER.to_owned(), aud: aud.to_owned() }
    }
}

impl JwtTokens {
    /// The claims of a token for this audience that has not ended.
    fn present(&self, token: &str, audience: &str) -> Option<Claims> {
        self.claims::<Claims>(token, audience).filter(|claims| self.now().timestamp() < claims.exp)
    }
}

impl DeviceTokens for JwtTokens {
    fn sign(&self, user: UserId, device: DeviceId) -> Option<String> {
        let claims = Claims::new(DEVICE, user.to_string(), self.now() + DEVICE_IS_KNOWN_FOR);
        self.signed(&Claims { did: Some(device.to_string()), ..claims })
    }

    fn read(&self, token: &str) -> Option<(UserId, DeviceId)> {
        let claims = self.present(token, DEVICE)?;
        Some((UserId::parse(&claims.sub)?, DeviceId::parse(&claims.did?)?))
    }
}

impl EmailTokens for JwtTokens {
    fn sign(&self, claim: &EmailClaim) -> Option<String> {
        let claims = Claims::new(EMAIL, claim.user.to_string(), claim.until);
        self.signed(&Claims { email: Some(claim.email.as_str().to_owned()), ..claims })
    }

    fn read(&self, token: &str) -> Option<EmailClaim> {
        let claims = self.present(token, EMAIL)?;
        let (user, email) = (UserId::parse(&claims.sub)?, EmailAddress::parse_known(&claims.email?).ok()?);
        Some(EmailClaim { user, email, until: DateTime::from_timestamp(claims.exp, 0)? })
    }
}

impl InvitationSigner for JwtTokens {
    fn sign(&self, id: InvitationId, until: DateTime<Utc>) -> Option<InvitationSecret> {
        self.signed(&Claims::new(INVITATION, id.to_string(), until)).map(InvitationSecret::new)
    }

    fn sign_alert(&self, session: SessionId, until: DateTime<Utc>) -> Option<AlertSecret> {
        self.signed(&Claims::new(ALERT, session.to_string(), until)).map(AlertSecret::new)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use chrono::TimeDelta;
    use domain::accounts::email_verification::VALID_FOR;
    use domain::accounts::ports::TokenService;
    use domain::accounts::session::Session;
    use domain::accounts::user::User;
    use domain::shared::ports::Clock;
    use testkit::{moments, sample_users};
    use uuid::Uuid;

    use super::*;

    const KEY: &[u8] = b"0123456789abcdef0123456789abcdef";
    const OTHER_KEY: &[u8] = b"another key, another key, another";

    struct TestClock(Mutex<DateTime<Utc>>);

    impl Clock for TestClock {
        fn now(&self) -> DateTime<Utc> {
            *self.0.lock().unwrap()
        }
    }

    fn clock() -> Arc<TestClock> {
        Arc::new(TestClock(Mutex::new(moments::now())))
    }

    fn tokens(key: &[u8], clock: &Arc<TestClock>) -> JwtTokens {
        JwtTokens::new(key, clock.clone()).unwrap()
    }

    fn device() -> DeviceId {
        DeviceId::new(Uuid::from_u128(7))
    }

    fn claim() -> EmailClaim {
        let user = sample_users::customer();
        EmailClaim { user: user.id, email: user.email, until: moments::now() + VALID_FOR }
    }

    fn payload(token: &str) -> String {
        String::from_utf8(URL_SAFE_NO_PAD.decode(token.split('.').nth(1).unwrap()).unwrap()).unwrap()
    }

    fn invitation(key: &[u8], id: u128) -> InvitationSecret {
        InvitationSigner::sign(&tokens(key, &clock()), InvitationId::new(Uuid::from_u128(id)), moments::now()).unwrap()
    }

    fn alert(id: u128) -> AlertSecret {
        tokens(KEY, &clock()).sign_alert(SessionId::new(Uuid::from_u128(id)), moments::now()).unwrap()
    }

    /// Tokens that were mailed before stay valid, and stored hashes fit the secrets that are signed again.
    #[test]
    fn the_payloads_stay_as_they_are_to_the_letter() {
        let (service, claim, id) = (tokens(KEY, &clock()), claim(), Uuid::from_u128(1));
        let (now, user) = (moments::now().timestamp(), claim.user);
        let marker = DeviceTokens::sign(&service, user, device()).unwrap();
        let exp = now + 30 * 24 * 60 * 60;
        let device = device();
        assert_eq!(payload(&marker), format!(r#"{{"sub":"{user}","did":"{device}","exp":{exp},"iss":"araliya","aud":"araliya:device"}}"#));
        let (email, exp) = (&claim.email, now + 48 * 60 * 60);
        let token = EmailTokens::sign(&service, &claim).unwrap();
        assert_eq!(payload(&token), format!(r#"{{"sub":"{user}","email":"{email}","exp":{exp},"iss":"araliya","aud":"araliya:email"}}"#));
        for (secret, aud) in [(invitation(KEY, 1).expose(), "invitation"), (alert(1).expose(), "sign-in-alert")] {
            assert_eq!(payload(secret), format!(r#"{{"sub":"{id}","exp":{now},"iss":"araliya","aud":"araliya:{aud}"}}"#));
        }
    }

    #[test]
    fn a_device_is_known_to_its_account_for_thirty_days_on_every_instance() {
        let (clock, user) = (clock(), claim().user);
        let read = |key, marker: &str| DeviceTokens::read(&tokens(key, &clock), marker);
        let marker = DeviceTokens::sign(&tokens(KEY, &clock), user, device()).unwrap();
        assert_eq!((read(KEY, &marker), read(OTHER_KEY, &marker)), (Some((user, device())), None));
        *clock.0.lock().unwrap() += TimeDelta::days(30) - TimeDelta::seconds(1);
        assert_eq!(read(KEY, &marker), Some((user, device())));
        *clock.0.lock().unwrap() += TimeDelta::seconds(1);
        assert_eq!(read(KEY, &marker), None);
    }

    #[test]
    fn a_claim_is_good_for_two_days_on_every_instance() {
        let (clock, claim) = (clock(), claim());
        let read = |key, token: &str| EmailTokens::read(&tokens(key, &clock), token);
        let token = EmailTokens::sign(&tokens(KEY, &clock), &claim).unwrap();
        assert_eq!((read(KEY, &token), read(OTHER_KEY, &token)), (Some(claim.clone()), None));
        *clock.0.lock().unwrap() += VALID_FOR - TimeDelta::seconds(1);
        assert_eq!(read(KEY, &token), Some(claim));
        *clock.0.lock().unwrap() += TimeDelta::seconds(1);
        assert_eq!(read(KEY, &token), None);
    }

    #[test]
    fn an_invitation_and_an_alert_have_one_secret_on_every_instance() {
        assert_eq!((invitation(KEY, 1), alert(1)), (invitation(KEY, 1), alert(1)));
        assert_ne!(invitation(KEY, 1), invitation(KEY, 2));
        assert_ne!(invitation(KEY, 1), invitation(OTHER_KEY, 1));
        assert_ne!(alert(1), alert(2));
        assert_ne!(alert(1).expose(), invitation(KEY, 1).expose());
    }

    #[test]
    fn a_token_is_signed_for_one_purpose_alone() {
        let (clock, claim) = (clock(), claim());
        let service = tokens(KEY, &clock);
        let new = sample_users::customer();
        let user = User {
            id: claim.user,
            email: new.email,
            first_name: new.first_name,
            last_name: new.last_name,
            profile_picture: None,
            user_type: new.user_type,
            staff_role: new.staff_role,
            is_blocked: false,
            created_at: moments::now(),
            last_login: None,
            email_verified: false,
            language: domain::shared::language::Language::English,
        };
        let bearer = service.issue(&user, &Session::begin(SessionId::new(Uuid::from_u128(7)), &user, moments::now())).unwrap();
        let marker = DeviceTokens::sign(&service, claim.user, device()).unwrap();
        let address = EmailTokens::sign(&service, &claim).unwrap();
        *clock.0.lock().unwrap() -= TimeDelta::hours(1);
        let (invitation, alert) = (invitation(KEY, 1), alert(1));
        let others = [invitation.expose(), alert.expose(), &format!("{address}A"), "", "a.b.c", "device"];
        for token in others.into_iter().chain([marker.as_str(), &address]) {
            assert_eq!(TokenService::read(&service, token), None, "{token}");
        }
        for token in others.into_iter().chain([bearer.as_str(), &address]) {
            assert_eq!(DeviceTokens::read(&service, token), None, "{token}");
        }
        for token in others.into_iter().chain([bearer.as_str(), &marker]) {
            assert_eq!(EmailTokens::read(&service, token), None, "{token}");
        }
    }
}
