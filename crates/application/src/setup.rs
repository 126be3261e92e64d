//! Use cases of the set-up of a new shop.

pub mod name_shop;
pub mod renew_setup_link;
pub mod set_up_shop;
pub mod setup_state;

use self::renew_setup_link::RenewSetupLink;
use self::set_up_shop::SetUpShop;
use self::setup_state::SetupState;
use crate::accounts::sign_in_of;
use crate::ports::{Ports, use_cases};

use_cases! {
    /// The use cases of the set-up that the HTTP interface serves.
    SetupUseCases(ports, state = SetupState::new(ports.setup_store.clone())) {
        set_up_shop: SetUpShop = SetUpShop {
            state: state.clone(),
            founder: ports.shop_founder.clone(),
            hasher: ports.hasher.clone(),
            sign_in: sign_in_of(ports),
            ids: ports.ids.clone(),
            clock: ports.clock.clone(),
        },
        setup_state: SetupState = state,
    }
}

/// Renews the link at the start of the server, which alone uses it.
#[must_use]
pub fn renew_setup_link(ports: &Ports) -> RenewSetupLink {
    RenewSetupLink {
        store: ports.setup_store.clone(),
        ids: ports.ids.clone(),
        clock: ports.clock.clone(),
        public_url: ports.settings.reset_links.public_url.clone(),
    }
}
