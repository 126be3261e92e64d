//! All use cases of the shop, by feature. A use case is listed once, in the file of its feature.

use crate::accounts::AccountUseCases;
use crate::backups::BackupUseCases;
use crate::catalog::service::CatalogService;
use crate::content::ContentUseCases;
use crate::images::ImageUseCases;
use crate::messages::MessageUseCases;
use crate::orders::OrderUseCases;
use crate::payments::payment_service::PaymentService;
use crate::ports::Ports;
use crate::promotions::promotion_service::PromotionService;
use crate::settings::SettingsUseCases;
use crate::setup::SetupUseCases;

/// The use cases of every feature.
#[derive(Clone)]
pub struct UseCases {
    pub accounts: AccountUseCases,
    pub backups: BackupUseCases,
    pub catalog: CatalogService,
    pub content: ContentUseCases,
    pub images: ImageUseCases,
    pub messages: MessageUseCases,
    pub orders: OrderUseCases,
    pub payments: PaymentService,
    pub promotions: PromotionService,
    pub settings: SettingsUseCases,
    pub setup: SetupUseCases,
}

impl UseCases {
    /// Builds all use cases on these ports.
    #[must_use]
    pub fn new(ports: &Ports) -> Self {
        Self {
            accounts: AccountUseCases::new(ports),
            backups: BackupUseCases::new(ports),
            catalog: CatalogService::new(ports),
            content: ContentUseCases::new(ports),
            images: ImageUseCases::new(ports),
            messages: MessageUseCases::new(ports),
            orders: OrderUseCases::new(ports),
            payments: PaymentService::new(ports),
            promotions: PromotionService::new(ports),
            settings: SettingsUseCases::new(ports),
            setup: SetupUseCases::new(ports),
        }
    }
}
