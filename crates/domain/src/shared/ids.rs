//! Typed identifiers, so that one kind can never be taken for another.

use std::fmt;

use uuid::Uuid;

macro_rules! typed_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub struct $name(Uuid);

        impl $name {
            /// Wraps a UUID that is known to be of this kind.
            #[must_use]
            pub const fn new(id: Uuid) -> Self {
                Self(id)
            }

            #[must_use]
            pub const fn uuid(self) -> Uuid {
                self.0
            }

            /// Reads the textual form; `None` for anything else.
            #[must_use]
            pub fn parse(text: &str) -> Option<Self> {
                Uuid::try_parse(text).ok().map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

typed_id!(
    /// A user, customer or administrator.
    UserId
);
typed_id!(
    /// One signed-in browser of one user.
    SessionId
);
typed_id!(
    /// One browser that signed in to an account, over all its sessions.
    DeviceId
);
typed_id!(
    /// A product, independent of its code: a product made again under an old code is another one.
    ProductId
);
typed_id!(SlipId);
typed_id!(
    /// A photo of a return.
    PhotoId
);
typed_id!(PromotionId);
typed_id!(
    /// An address in a user's book.
    AddressId
);
typed_id!(
    /// An invitation to join the staff.
    InvitationId
);
typed_id!(ReviewId);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_its_own_format_and_nothing_malformed() {
        let id = ReviewId::new(Uuid::from_u128(0x018f_0000_0000_7000_8000_0000_0000_0001));
        assert_eq!(id.to_string(), "018f0000-0000-7000-8000-000000000001");
        assert_eq!(ReviewId::parse(&id.to_string()), Some(id));
        for text in [
            "",
            "1",
            "018f0000-0000-7000-8000-00000000000",
            "018f0000-0000-7000-8000-00000000000g",
            "' OR 1=1 --",
            "018f0000-0000-7000-8000-000000000001 ",
        ] {
            assert_eq!(ReviewId::parse(text), None, "{text:?}");
        }
    }
}
