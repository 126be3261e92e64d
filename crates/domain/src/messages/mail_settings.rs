//! The settings of mails: which kinds customers get, and in which languages.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::messages::mail_message::MailKind;
use crate::shared::language::Language;

/// The settings of mails (contract-commerce, sections 6 and 10). The default sends all of them, in English.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "StoredMails", into = "StoredMails")]
pub struct MailSettings {
    /// The kinds that are switched off.
    off: BTreeSet<MailKind>,
    /// The languages that are offered besides English.
    beside_english: BTreeSet<Language>,
}

/// The stored form. Kinds and languages that this release does not know are left out.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct StoredMails {
    off: Vec<String>,
    languages: Vec<String>,
}

impl From<MailSettings> for StoredMails {
    fn from(settings: MailSettings) -> Self {
        let off = settings.off().map(|kind| kind.as_str().to_owned()).collect();
        Self { off, languages: settings.languages().map(|language| language.as_str().to_owned()).collect() }
    }
}

impl From<StoredMails> for MailSettings {
    fn from(stored: StoredMails) -> Self {
        let languages = stored.languages.iter().filter_map(|language| Language::parse(language).ok());
        Self::without(stored.off.iter().filter_map(|kind| MailKind::parse(kind))).offering(languages)
    }
}

/// What an edit of the settings gives; the rest stays.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct MailSettingsEdit {
    /// Whether mails of a kind are sent.
    pub switches: Vec<(MailKind, bool)>,
    /// The offered languages. English is offered whether it is named or not.
    pub languages: Option<BTreeSet<Language>>,
}

impl MailKind {
    /// Whether it can be switched off: a mail to a customer, but not a link, which its recipient needs, nor an alert or a notice,
    /// which a thief would switch off.
    #[must_use]
    pub const fn has_switch(self) -> bool {
        !self.is_for_shop() && !matches!(self, Self::Verify | Self::Invitation | Self::OrderLink | Self::SignInAlert | Self::SecurityNotice)
    }
}

impl MailSettings {
    /// Settings that switch these kinds off. Kinds without a switch are left out: they are always sent.
    #[must_use]
    pub fn without(off: impl IntoIterator<Item = MailKind>) -> Self {
        Self { off: off.into_iter().filter(|kind| kind.has_switch()).collect(), ..Self::default() }
    }

    /// The same settings with these languages, and English.
    #[must_use]
    pub fn offering(self, languages: impl IntoIterator<Item = Language>) -> Self {
        Self { beside_english: languages.into_iter().filter(|language| *language != Language::English).collect(), ..self }
    }

    /// Whether customers can choose this language.
    #[must_use]
    pub fn offers(&self, language: Language) -> bool {
        language == Language::English || self.beside_english.contains(&language)
    }

    /// The offered languages; English is the first.
    pub fn languages(&self) -> impl Iterator<Item = Language> {
        Language::ALL.into_iter().filter(|language| self.offers(*language))
    }

    /// The language in which a mail is written whose recipient chose this one: English where it is no longer offered.
    #[must_use]
    pub fn spoken(&self, chosen: Language) -> Language {
        if self.offers(chosen) { chosen } else { Language::English }
    }

    /// Whether mails of this kind are sent.
    #[must_use]
    pub fn sends(&self, kind: MailKind) -> bool {
        !self.off.contains(&kind)
    }

    /// The kinds that are switched off.
    pub fn off(&self) -> impl Iterator<Item = MailKind> {
        self.off.iter().copied()
    }

    /// The settings after an edit.
    #[must_use]
    pub fn edited(&self, edit: &MailSettingsEdit) -> Self {
        let mut off = self.off.clone();
        for (kind, is_on) in &edit.switches {
            if *is_on {
                off.remove(kind)
            } else {
                off.insert(*kind)
            };
        }
        let languages = edit.languages.as_ref().unwrap_or(&self.beside_english);
        Self::without(off).offering(languages.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_shop_sends_all_mails() {
        assert!(MailKind::ALL.into_iter().all(|kind| MailSettings::default().sends(kind)));
    }

    #[test]
    fn links_and_mails_to_the_shop_are_always_sent() {
        let all_off = MailSettings::without(MailKind::ALL);
        let sent: Vec<_> = MailKind::ALL.into_iter().filter(|kind| all_off.sends(*kind)).collect();
        let always = [
            MailKind::Verify,
            MailKind::Invitation,
            MailKind::OrderLink,
            MailKind::ShopOrder,
            MailKind::ShopReturn,
            MailKind::Attention,
            MailKind::SignInAlert,
            MailKind::SecurityNotice,
        ];
        assert_eq!(sent, always);
        assert_eq!(all_off.off().count(), 15);
    }

    #[test]
    fn an_edit_leaves_what_it_does_not_name() {
        let settings = MailSettings::without([MailKind::Note, MailKind::Paid]);
        assert_eq!(settings.edited(&MailSettingsEdit::default()), settings);
        let switches = vec![(MailKind::Note, true), (MailKind::Reminder, false), (MailKind::Verify, false)];
        let edit = MailSettingsEdit { switches, languages: None };
        assert_eq!(settings.edited(&edit), MailSettings::without([MailKind::Paid, MailKind::Reminder]));
        let in_tamil = settings.clone().offering([Language::Tamil]);
        assert_eq!(in_tamil.edited(&edit), MailSettings::without([MailKind::Paid, MailKind::Reminder]).offering([Language::Tamil]));
        let edit = MailSettingsEdit { switches: Vec::new(), languages: Some(BTreeSet::from([Language::Sinhala])) };
        assert_eq!(in_tamil.edited(&edit), settings.offering([Language::Sinhala]));
    }

    #[test]
    fn english_is_always_offered() {
        let english = MailSettings::default();
        assert_eq!(english.languages().collect::<Vec<_>>(), [Language::English]);
        assert_eq!(english.clone().offering([Language::English]), english, "settings are equal however they were made");
        let tamil = english.clone().offering([Language::Tamil]);
        assert_eq!(tamil.languages().collect::<Vec<_>>(), [Language::English, Language::Tamil]);
        assert_eq!(Language::ALL.map(|chosen| tamil.spoken(chosen)), [Language::English, Language::English, Language::Tamil]);
        let none = MailSettingsEdit { languages: Some(BTreeSet::new()), ..MailSettingsEdit::default() };
        assert_eq!(tamil.edited(&none), english);
    }
}
