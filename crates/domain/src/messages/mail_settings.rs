//! The settings of mails: which kinds customers get.

use std::collections::BTreeSet;

use crate::messages::mail_message::MailKind;

/// The settings of mails (contract-commerce, sections 6 and 10). The default sends all of them.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct MailSettings {
    /// The kinds that are switched off.
    off: BTreeSet<MailKind>,
}

/// The switches that an edit of the settings gives; the others stay.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct MailSettingsEdit(pub Vec<(MailKind, bool)>);

impl MailKind {
    /// Whether it can be switched off: a mail to a customer, but not a link, which its recipient needs, nor an alert, which a thief
    /// would switch off.
    #[must_use]
    pub const fn has_switch(self) -> bool {
        !self.is_for_shop() && !matches!(self, Self::Verify | Self::Invitation | Self::SignInAlert)
    }
}

impl MailSettings {
    /// Settings that switch these kinds off. Kinds without a switch are left out: they are always sent.
    #[must_use]
    pub fn without(off: impl IntoIterator<Item = MailKind>) -> Self {
        Self { off: off.into_iter().filter(|kind| kind.has_switch()).collect() }
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
        for (kind, is_on) in &edit.0 {
            if *is_on {
                off.remove(kind)
            } else {
                off.insert(*kind)
            };
        }
        Self::without(off)
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
        let always = [MailKind::Verify, MailKind::Invitation, MailKind::ShopOrder, MailKind::Attention, MailKind::SignInAlert];
        assert_eq!(sent, always);
        assert_eq!(all_off.off().count(), 11);
    }

    #[test]
    fn an_edit_leaves_what_it_does_not_name() {
        let settings = MailSettings::without([MailKind::Note, MailKind::Paid]);
        assert_eq!(settings.edited(&MailSettingsEdit::default()), settings);
        let edit = MailSettingsEdit(vec![(MailKind::Note, true), (MailKind::Reminder, false), (MailKind::Verify, false)]);
        assert_eq!(settings.edited(&edit), MailSettings::without([MailKind::Paid, MailKind::Reminder]));
    }
}
