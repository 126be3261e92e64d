//! The secrets of invitations and of alerts about sign-ins.

use chrono::{DateTime, Utc};

use crate::accounts::sign_in_alert::AlertSecret;
use crate::accounts::staff_invitation::InvitationSecret;
use crate::shared::ids::{InvitationId, SessionId};

/// Makes the secret in the link of an invitation or an alert: a signature, so that the mail can be written when it is sent, and the secret is stored
/// nowhere. The same invitation or sign-in has the same secret on every instance.
#[cfg_attr(feature = "mock", mockall::automock)]
pub trait InvitationSigner: Send + Sync {
    /// The secret of an invitation that ends at `until`; `None` when the key cannot sign.
    fn sign(&self, id: InvitationId, until: DateTime<Utc>) -> Option<InvitationSecret>;

    /// The secret of the alert about the sign-in that began this session, whose link ends at `until`; `None` when the key cannot sign.
    fn sign_alert(&self, session: SessionId, until: DateTime<Utc>) -> Option<AlertSecret>;
}
