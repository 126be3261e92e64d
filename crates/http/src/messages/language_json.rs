//! The languages of mails in JSON.

use domain::messages::mail_settings::MailSettings;
use domain::shared::language::Language;
use serde::Serialize;
use utoipa::ToSchema;

/// A language of mails.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MailLanguage)]
pub enum LanguageJson {
    /// English.
    En,
    /// Sinhala.
    Si,
    /// Tamil.
    Ta,
}

impl From<Language> for LanguageJson {
    fn from(language: Language) -> Self {
        match language {
            Language::English => Self::En,
            Language::Sinhala => Self::Si,
            Language::Tamil => Self::Ta,
        }
    }
}

/// The languages that customers can choose; English is the first.
pub(crate) fn offered(settings: &MailSettings) -> Vec<LanguageJson> {
    settings.languages().map(Into::into).collect()
}
