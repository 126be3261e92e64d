//! The secrets of invitations.

use chrono::{DateTime, Utc};

use crate::accounts::staff_invitation::InvitationSecret;
use crate::shared::ids::InvitationId;

/// Makes the secret in the link of an invitation: a signature, so that the mail can be written when it is sent, and the secret is stored
/// nowhere. The same invitation has the same secret on every instance.
#[cfg_attr(feature = "mock", mockall::automock)]
pub trait InvitationSigner: Send + Sync {
    /// The secret of an invitation that ends at `until`; `None` when the key cannot sign.
    fn sign(&self, id: InvitationId, until: DateTime<Utc>) -> Option<InvitationSecret>;
}
