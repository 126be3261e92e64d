//! The contract of [`domain::accounts::ports::StaffInvitations`]: who is invited, and how often a link works.

use chrono::{DateTime, TimeDelta, Utc};
use domain::accounts::ports::{ResolveIdentityOutcome, StaffError};
use domain::accounts::staff_invitation::{InvitationSecret, NewInvitation, StaffInvitation, VALID_FOR};
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::{NewUser, User, UserType};
use domain::messages::mail_message::MailMessage;
use domain::shared::email::EmailAddress;
use domain::shared::ids::InvitationId;

use super::staff::{audited, by, member};
use crate::contracts::Shop;
use crate::{moments, sample_users, unique};

fn new(email: &EmailAddress, role: StaffRole) -> NewInvitation {
    NewInvitation {
        id: InvitationId::new(unique::uuid()),
        email: email.clone(),
        role,
        secret: InvitationSecret::new(unique::tag()),
        at: moments::now(),
    }
}

pub(super) async fn invite(shop: &Shop, owner: &User, email: &EmailAddress, role: StaffRole) -> (StaffInvitation, InvitationSecret) {
    let invitation = new(email, role);
    let written = shop.invitations.invite(&invitation, &by(owner)).await.unwrap();
    (written, invitation.secret)
}

async fn is_open(shop: &Shop, secret: &InvitationSecret, now: DateTime<Utc>) -> bool {
    shop.invitations.find(secret, now).await.is_ok()
}

pub(super) async fn join(shop: &Shop, secret: &InvitationSecret) -> Result<User, StaffError> {
    let user = sample_users::customer();
    let actor = domain::accounts::actor::Actor { user_id: Some(user.id), email: Some(user.email.clone()), request_id: unique::tag() };
    shop.invitations.accept_new(secret, &user, &actor, moments::now()).await
}

pub(super) async fn join_as(shop: &Shop, secret: &InvitationSecret, user: &User) -> Result<User, StaffError> {
    shop.invitations.accept_as(secret, user.id, &by(user), moments::now()).await
}

/// An invitation is listed, found by its secret, and mailed; neither the mail nor the audit log has the secret.
pub async fn an_invitation_is_listed_and_mailed_without_its_secret(shop: &Shop) {
    let (owner, email) = (member(shop, StaffRole::Owner).await, sample_users::email());
    let (invitation, secret) = invite(shop, &owner, &email, StaffRole::Manager).await;
    assert_eq!((&invitation.email, invitation.role, &invitation.invited_by), (&email, StaffRole::Manager, &owner.email));
    assert_eq!(shop.invitations.open(moments::now()).await.unwrap(), std::slice::from_ref(&invitation));
    let found = shop.invitations.find(&secret, moments::now()).await.unwrap();
    assert_eq!((&found.invitation, found.customer), (&invitation, None));
    let mails = shop.outbox.take_due(moments::now(), 10).await.unwrap();
    assert_eq!((mails.len(), &mails[0].to), (1, &Some(email)));
    let MailMessage::Invitation(news) = &mails[0].message else { panic!("{mails:?}") };
    assert_eq!((news.id, news.role, news.until), (invitation.id, StaffRole::Manager, invitation.expires_at()));
    let entries = audited(shop, &invitation.id.to_string()).await;
    assert!(entries.len() == 1 && entries[0].starts_with("create") && !entries[0].contains(secret.expose()), "{entries:?}");
}

/// Staff are not invited, and only owners invite.
pub async fn owners_invite_who_is_not_staff(shop: &Shop) {
    let (owner, manager) = (member(shop, StaffRole::Owner).await, member(shop, StaffRole::Manager).await);
    let invitation = new(&manager.email, StaffRole::Owner);
    assert!(matches!(shop.invitations.invite(&invitation, &by(&owner)).await, Err(StaffError::AlreadyStaff)));
    let invitation = new(&sample_users::email(), StaffRole::Owner);
    // The operator has no address to which the person could answer.
    for by in [by(&manager), sample_users::operator()] {
        assert!(matches!(shop.invitations.invite(&invitation, &by).await, Err(StaffError::Lacking(_))));
    }
    assert!(shop.invitations.open(moments::now()).await.unwrap().is_empty());
}

/// Of ten who use one link at once, one gets an account: with the invitation's address and role.
pub async fn a_link_used_ten_times_at_once_makes_one_account(shop: &Shop) {
    let (owner, email) = (member(shop, StaffRole::Owner).await, sample_users::email());
    let (invitation, secret) = invite(shop, &owner, &email, StaffRole::Fulfilment).await;
    let all = (0..10).map(|_| {
        let (shop, secret) = (shop.clone(), secret.clone());
        tokio::spawn(async move { join(&shop, &secret).await })
    });
    let answers = futures_util::future::try_join_all(all).await.unwrap();
    let made: Vec<&User> = answers.iter().flatten().collect();
    assert_eq!(answers.iter().filter(|answer| matches!(answer, Err(StaffError::InvalidLink))).count(), 9, "{answers:?}");
    assert_eq!((made.len(), &made[0].email, made[0].staff_role), (1, &email, Some(StaffRole::Fulfilment)));
    assert_eq!(shop.user_directory.by_email(&email).await.unwrap().as_ref(), Some(made[0]));
    assert!(audited(shop, &invitation.id.to_string()).await[0].starts_with("accept"));
    assert!(audited(shop, &made[0].id.to_string()).await[0].starts_with("create"));
    assert!(shop.invitations.open(moments::now()).await.unwrap().is_empty());
}

/// The newest link to an address works, for 72 hours, unless it is withdrawn.
pub async fn the_newest_link_works_for_three_days(shop: &Shop) {
    let (owner, email) = (member(shop, StaffRole::Owner).await, sample_users::email());
    let (_, old) = invite(shop, &owner, &email, StaffRole::Content).await;
    let (invitation, newest) = invite(shop, &owner, &email, StaffRole::Support).await;
    let (_, other) = invite(shop, &owner, &sample_users::email(), StaffRole::Support).await;
    let now = moments::now();
    assert!(!is_open(shop, &old, now).await && matches!(join(shop, &old).await, Err(StaffError::InvalidLink)));
    assert!(is_open(shop, &newest, now + VALID_FOR - TimeDelta::seconds(1)).await && is_open(shop, &other, now).await);
    assert!(!is_open(shop, &newest, now + VALID_FOR).await);
    assert!(shop.invitations.open(now + VALID_FOR).await.unwrap().is_empty());
    shop.invitations.withdraw(invitation.id, &by(&owner), now).await.unwrap();
    assert!(matches!(shop.invitations.withdraw(invitation.id, &by(&owner), now).await, Err(StaffError::NoInvitation)));
    assert!(!is_open(shop, &newest, now).await && matches!(join(shop, &newest).await, Err(StaffError::InvalidLink)));
    assert!(audited(shop, &invitation.id.to_string()).await[0].starts_with("delete"));
    assert!(!is_open(shop, &InvitationSecret::new("invented".to_owned()), now).await);
}

/// A customer joins with the same account: sessions, links that set a password and links to providers end.
pub async fn a_customer_joins_with_the_same_account(shop: &Shop) {
    let owner = member(shop, StaffRole::Owner).await;
    let identity = sample_users::proved(sample_users::email());
    let resolved = shop.identities.resolve(&identity, &sample_users::newcomer(&identity), moments::now()).await.unwrap();
    let ResolveIdentityOutcome::Created(customer) = resolved else { panic!("{resolved:?}") };
    let session = shop.session(&customer).await;
    let (_, secret) = invite(shop, &owner, &customer.email, StaffRole::Manager).await;
    assert_eq!(shop.invitations.find(&secret, moments::now()).await.unwrap().customer, Some(customer.id));
    assert!(matches!(join(shop, &secret).await, Err(StaffError::SignInFirst)), "the account is somebody's");
    assert!(matches!(join_as(shop, &secret, &shop.customer().await).await, Err(StaffError::SignInFirst)), "another customer");
    let joined = join_as(shop, &secret, &customer).await.unwrap();
    assert_eq!((joined.id, joined.user_type, joined.staff_role), (customer.id, UserType::Admin, Some(StaffRole::Manager)));
    assert!(!shop.is_in(&session).await);
    assert!(matches!(join_as(shop, &secret, &customer).await, Err(StaffError::InvalidLink)));
    assert!(audited(shop, &customer.id.to_string()).await[0].starts_with("promote"));
    let stranger = NewUser { email: sample_users::email(), ..sample_users::newcomer(&identity) };
    let again = shop.identities.resolve(&identity, &stranger, moments::now()).await.unwrap();
    assert!(matches!(again, ResolveIdentityOutcome::Refused(_)), "the link to the provider is gone: {again:?}");
}

/// A blocked customer does not join.
pub async fn a_blocked_customer_does_not_join(shop: &Shop) {
    let (owner, customer) = (member(shop, StaffRole::Owner).await, shop.customer().await);
    let (_, secret) = invite(shop, &owner, &customer.email, StaffRole::Manager).await;
    shop.users.set_blocked(&customer.email, true, &by(&owner), moments::now()).await.unwrap();
    assert!(matches!(join_as(shop, &secret, &customer).await, Err(StaffError::SignInFirst)));
}

/// Invitations by an owner who is demoted, blocked or deleted end.
pub async fn an_invitation_ends_with_its_owner(shop: &Shop) {
    let owner = member(shop, StaffRole::Owner).await;
    for end in 0..4 {
        let second = member(shop, StaffRole::Owner).await;
        let (_, secret) = invite(shop, &second, &sample_users::email(), StaffRole::Owner).await;
        let (actor, now) = (by(&owner), moments::now());
        match end {
            0 => drop(shop.staff.change_role(&second.email, StaffRole::Manager, &actor, now).await.unwrap()),
            1 => drop(shop.staff.remove(&second.email, &actor, now).await.unwrap()),
            2 => drop(shop.users.set_blocked(&second.email, true, &actor, now).await.unwrap()),
            _ => shop.users.delete(&second.email, &actor, now).await.unwrap(),
        }
        assert!(!is_open(shop, &secret, now).await, "{end}");
        assert!(matches!(join(shop, &secret).await, Err(StaffError::InvalidLink)), "{end}");
    }
}
