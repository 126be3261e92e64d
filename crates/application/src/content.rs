//! Use cases of the shop's content.

pub mod current_content;
pub mod drafts;
#[cfg(test)]
pub(crate) mod samples;
pub mod show_icon;
pub mod switch_announcement;

use self::current_content::CurrentContent;
use self::drafts::Drafts;
use self::show_icon::ShowIcon;
use self::switch_announcement::SwitchAnnouncement;
use crate::ports::use_cases;

use_cases! {
    ContentUseCases(ports) {
        current: CurrentContent = ports.current_content.clone(),
        drafts: Drafts = Drafts {
            store: ports.content.clone(),
            images: ports.images.clone(),
            current: ports.current_content.clone(),
            clock: ports.clock.clone(),
        },
        show_icon: ShowIcon = ShowIcon::new(ports.current_content.clone(), ports.images.clone(), ports.picture_processor.clone()),
        switch_announcement: SwitchAnnouncement = SwitchAnnouncement::new(ports.current_content.clone(), ports.clock.clone(), ports.catalogue_follower.clone()),
    }
}
