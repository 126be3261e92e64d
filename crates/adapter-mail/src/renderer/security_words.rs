//! The words of notices about security.

use domain::messages::security_notice::SecurityEvent;

/// The words of a notice.
pub(super) struct SecurityWords {
    /// What happened, in a few words; the subject ends with the name of the shop.
    pub(super) heading: &'static str,
    /// What happened.
    pub(super) sentence: String,
    /// What the recipient does if it was not them.
    pub(super) advice: &'static str,
    /// The words on the button.
    pub(super) button: &'static str,
}

const TAKE_BACK: &str = "If it was not you, set a new password at once: that ends all sessions of your account.";
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
                format!("A refund of {} for the order {order} was released.", amount.in_words()),
                "Open the order",
            ),
        }
    }
}
