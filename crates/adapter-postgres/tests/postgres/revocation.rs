//! Sessions end in the transaction of what ends them: where they cannot end, nothing else happens either.

use domain::accounts::password_reset::ResetSecret;
use domain::accounts::ports::{BeginResetOutcome, NewReset};
use domain::accounts::session::Session;
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::{PasswordHash, ProfileChange, User, UserType};
use testkit::contracts::Shop;
use testkit::postgres::TestDatabase;
use testkit::{moments, sample_users, unique};

/// No session can be changed or deleted from now on.
const STUCK: &str = "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'stuck'; END $$; \
    CREATE TRIGGER refuse BEFORE UPDATE OR DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION refuse()";

/// A customer with a session that cannot be ended.
struct Stuck {
    _database: TestDatabase,
    shop: Shop,
    user: User,
    session: Session,
}

impl Stuck {
    async fn new() -> Self {
        let database = TestDatabase::create().await;
        let shop = Shop::of(database.postgres().await);
        let user = shop.customer().await;
        let session = shop.session(&user).await;
        database.client().await.batch_execute(STUCK).await.unwrap();
        Self { _database: database, shop, user, session }
    }

    /// Nothing has changed: neither the user, nor the password, nor the session.
    async fn is_as_before(&self) {
        assert!(self.shop.is_in(&self.session).await);
        let kept = self.shop.users.credentials(&self.user.email).await.unwrap().unwrap();
        assert_eq!((kept.user.is_blocked, kept.user.user_type), (false, UserType::Customer));
        assert_eq!(kept.password_hash, Some(PasswordHash::new("$argon2id$test".to_owned())));
    }
}

fn another_password() -> PasswordHash {
    PasswordHash::new("$argon2id$another".to_owned())
}

#[tokio::test]
async fn logging_out_succeeds_only_with_the_session_ended() {
    let stuck = Stuck::new().await;
    assert!(stuck.shop.sessions.revoke(stuck.session.id, moments::now()).await.is_err());
    stuck.is_as_before().await;
}

#[tokio::test]
async fn nobody_is_blocked_whose_sessions_go_on() {
    let stuck = Stuck::new().await;
    assert!(stuck.shop.users.set_blocked(&stuck.user.email, true, &sample_users::actor(), moments::now()).await.is_err());
    stuck.is_as_before().await;
}

#[tokio::test]
async fn nobody_is_deleted_whose_sessions_go_on() {
    let stuck = Stuck::new().await;
    assert!(stuck.shop.users.delete(&stuck.user.email, &sample_users::actor(), moments::now()).await.is_err());
    stuck.is_as_before().await;
}

#[tokio::test]
async fn nobody_is_promoted_whose_sessions_go_on() {
    let stuck = Stuck::new().await;
    assert!(stuck.shop.users.promote(&stuck.user.email, StaffRole::Owner, None, &sample_users::actor(), moments::now()).await.is_err());
    stuck.is_as_before().await;
}

#[tokio::test]
async fn no_password_is_changed_while_other_sessions_go_on() {
    let stuck = Stuck::new().await;
    let change = ProfileChange { password_hash: Some(another_password()), ..ProfileChange::default() };
    assert!(stuck.shop.users.update_profile(stuck.user.id, &change, None, moments::now()).await.is_err());
    stuck.is_as_before().await;
}

#[tokio::test]
async fn no_password_is_reset_while_sessions_go_on_and_the_link_stays_good() {
    let stuck = Stuck::new().await;
    let secret = ResetSecret::new(unique::tag());
    let reset = NewReset { user: stuck.user.id, secret: secret.clone(), at: moments::now(), per_hour: None };
    assert_eq!(stuck.shop.resets.begin(&reset).await.unwrap(), BeginResetOutcome::Begun);
    assert!(stuck.shop.resets.finish(&secret, &another_password(), moments::now()).await.is_err());
    assert!(stuck.shop.resets.is_valid(&secret, moments::now()).await.unwrap());
    stuck.is_as_before().await;
}
