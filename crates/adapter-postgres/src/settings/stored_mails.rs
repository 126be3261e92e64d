//! The settings of mails as they are stored.

use domain::messages::language::Language;
use domain::messages::mail_message::MailKind;
use domain::messages::mail_settings::MailSettings;
use serde::{Deserialize, Serialize};

/// The stored form: the kinds that are switched off, and the offered languages. Kinds and languages that this release does not know
/// are left out.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct StoredMails {
    off: Vec<String>,
    languages: Vec<String>,
}

impl StoredMails {
    pub(super) fn of(settings: &MailSettings) -> Self {
        Self {
            off: settings.off().map(|kind| kind.as_str().to_owned()).collect(),
            languages: settings.languages().map(|language| language.as_str().to_owned()).collect(),
        }
    }

    pub(super) fn settings(&self) -> MailSettings {
        let languages = self.languages.iter().filter_map(|language| Language::parse(language).ok());
        MailSettings::without(self.off.iter().filter_map(|kind| MailKind::parse(kind))).offering(languages)
    }
}
