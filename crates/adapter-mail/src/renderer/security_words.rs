//! The words of notices about security.

use domain::messages::security_notice::{SecurityEvent, StaffChange};

/// The words of a notice.
pub(super) struct SecurityWords {
    /// What happened, in a few words; the subject ends with the name of the shop.
    pub(super) heading: &'static str,
    pub(super) sentence: String,
    /// What the recipient does if it was not them.
    pub(super) advice: &'static str,
    /// The words on the button.
    pub(super) button: &'static str,
}

const TAKE_BACK: &str = "If it was not you, set a new password at once: that ends all sessions of your account.";
const ASK: &str = "If you did not expect this, ask an owner of the shop.";
const CHECK: &str = "If no owner of the shop did this, undo it at once, end the sessions of that account on the page of staff, and let its \
    owner set a new password.";

impl SecurityWords {
    /// The words for what happened.
    pub(super) fn of(event: &SecurityEvent) -> Self {
        let of_account = |heading, sentence: &str| Self {
            heading,
            sentence: sentence.to_owned(),
            advice: TAKE_BACK,
            button: "It was not me: set a new password",
        };
        let of_shop = |heading, sentence, button| Self { heading, sentence, advice: CHECK, button };
        match event {
            SecurityEvent::PasswordSet => of_account("A new password for your account", "Your account has a new password."),
            SecurityEvent::WrongCodes(times) => of_account(
                "Wrong codes for your account",
                &format!(
                    "The password of your account was right, and the code of the authenticator app was wrong, {times} times. Somebody may \
                     know your password."
                ),
            ),
            SecurityEvent::SecondFactorRemoved => Self {
                heading: "Your second factor was removed",
                sentence: "A sign-in to your account asks for no code any more.".to_owned(),
                advice: "If you did not ask the shop for that, write to it, and set up the second factor again in your profile.",
                button: "Open my profile",
            },
            SecurityEvent::PaymentSettings { account: Some(account) } => of_shop(
                "Another bank account for transfers",
                format!("Customers of the shop are asked to transfer money to another account: {account}."),
                "Open the settings of payments",
            ),
            SecurityEvent::PaymentSettings { account: None } => of_shop(
                "Changed settings of payments",
                "The settings of payments have changed. Customers transfer money to the same account as before.".to_owned(),
                "Open the settings of payments",
            ),
            SecurityEvent::ShopEmail(email) => of_shop(
                "Another e-mail address of the shop",
                format!("The mails to the shop and the answers of customers go to {email} from now on."),
                "Open the details of the shop",
            ),
            SecurityEvent::LargeRefund { order, amount } => of_shop(
                "A large refund",
                format!(
                    "A refund of {} for the order {order} was released. The refunds of one order count together, and so do those of one \
                     member of staff within 24 hours.",
                    amount.with_currency()
                ),
                "Open the order",
            ),
            SecurityEvent::StaffAccount { email, change } => {
                let (heading, verb) = staff_words(*change);
                of_shop(heading, format!("The account {email} {verb}"), "Open the page of staff")
            }
            SecurityEvent::OwnStaffAccount(change) => {
                let (_, verb) = staff_words(*change);
                Self {
                    heading: "Your account has changed",
                    sentence: format!("Your account {verb}"),
                    advice: ASK,
                    button: "Write to the shop",
                }
            }
            SecurityEvent::TrackingLinks { couriers } if couriers.is_empty() => of_shop(
                "Fewer couriers",
                "A courier was removed from the settings of delivery. The other couriers track parcels as before.".to_owned(),
                "Open the settings of delivery",
            ),
            SecurityEvent::TrackingLinks { couriers } => of_shop(
                "Other links for parcels",
                format!("Customers of the shop get other links to follow their parcels: {}.", couriers.join("; ")),
                "Open the settings of delivery",
            ),
        }
    }
}

/// What was done to the account of a member of staff: in a few words, and as the end of a sentence about the account.
fn staff_words(change: StaffChange) -> (&'static str, String) {
    match change {
        StaffChange::Blocked => ("A member of staff was blocked", "was blocked: it cannot sign in any more.".to_owned()),
        StaffChange::Unblocked => ("A member of staff was unblocked", "was unblocked: it can sign in again.".to_owned()),
        StaffChange::Role(role) => ("Another role for a member of staff", format!("has the role {} now.", role.name())),
        StaffChange::Removed => ("A member of staff was removed", "is no longer one of the staff: it is a customer's now.".to_owned()),
        StaffChange::Deleted => ("A member of staff was deleted", "was deleted.".to_owned()),
    }
}
