//! The languages of mails in JSON.

use domain::messages::mail_settings::MailSettings;
use domain::shared::language::Language;

use crate::response::word_json::word_json;

word_json! {
    /// A language of mails.
    pub LanguageJson as MailLanguage of Language
}

/// The languages that customers can choose; English is the first.
pub(crate) fn offered(settings: &MailSettings) -> Vec<LanguageJson> {
    settings.languages().map(Into::into).collect()
}
