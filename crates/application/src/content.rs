//! Use cases of the shop's content.

pub mod browse_versions;
pub mod content_error;
pub mod current_content;
pub mod publish_content;
pub mod restore_version;
#[cfg(test)]
pub(crate) mod samples;
pub mod save_draft;
pub mod show_content;
pub mod show_draft;
pub mod show_icon;
pub mod switch_announcement;

use self::browse_versions::BrowseVersions;
use self::publish_content::PublishContent;
use self::restore_version::RestoreVersion;
use self::save_draft::SaveDraft;
use self::show_content::ShowContent;
use self::show_draft::ShowDraft;
use self::show_icon::ShowIcon;
use self::switch_announcement::SwitchAnnouncement;
use crate::ports::use_cases;

use_cases! {
    /// The use cases of the content.
    ContentUseCases(ports, drafts = ShowDraft::new(ports.content.clone(), ports.current_content.clone())) {
        show_content: ShowContent = ShowContent::new(ports.current_content.clone(), ports.clock.clone()),
        show_draft: ShowDraft = drafts.clone(),
        show_icon: ShowIcon = ShowIcon::new(ports.current_content.clone(), ports.images.clone(), ports.picture_processor.clone()),
        save_draft: SaveDraft = SaveDraft::new(ports.content.clone(), ports.images.clone(), drafts.clone(), ports.clock.clone()),
        publish_content: PublishContent = PublishContent::new(ports.content.clone(), drafts.clone(), ports.current_content.clone(), ports.clock.clone()),
        switch_announcement: SwitchAnnouncement = SwitchAnnouncement::new(ShowContent::new(ports.current_content.clone(), ports.clock.clone()), ports.catalogue_follower.clone()),
        browse_versions: BrowseVersions = BrowseVersions::new(ports.content.clone()),
        restore_version: RestoreVersion = RestoreVersion::new(ports.content.clone(), drafts.clone(), ports.clock.clone()),
    }
}
