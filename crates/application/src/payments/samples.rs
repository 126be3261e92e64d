//! Samples for the tests of payments.

use std::sync::Arc;

use domain::images::ports::MockPictureProcessor;
use domain::orders::payment::attempts::AttemptChange;
use domain::orders::payment::repository::MockPaymentRepository;
use domain::orders::ports::{MockOrderReader, MockOrderRepository};
use domain::payments::attempt::{AttemptId, AttemptState};
use domain::payments::attempt_record::Attempt;
use domain::payments::attention::AttentionKind;
use domain::payments::ports::MockPaymentGateway;
use domain::payments::told_payment::ToldPayments;
use domain::settings::ports::MockSettingsStore;
use domain::shared::edit::Edit;
use testkit::{moments, sample_orders};

use crate::payments::payment_service::PaymentService;
use crate::payments::payment_terms::PaymentTerms;
use crate::samples::{clock, customer, ids, no_guests};
use crate::settings::current_settings::CurrentSettings;

/// A service on these repositories, with this gateway.
pub(crate) fn service(payments: MockPaymentRepository, orders: MockOrderRepository, gateway: Option<MockPaymentGateway>) -> PaymentService {
    PaymentService {
        orders: Arc::new(orders),
        reader: Arc::new(MockOrderReader::new()),
        payments: Arc::new(payments),
        gateway: gateway.map(|gateway| Arc::new(gateway) as _),
        processor: Arc::new(MockPictureProcessor::new()),
        terms: PaymentTerms { settings: CurrentSettings::new(Arc::new(MockSettingsStore::new())), has_gateway: true, guests: no_guests() },
        ids: ids(),
        clock: clock(),
    }
}

pub(crate) fn booked(id: AttemptId, alarm: Option<AttentionKind>) -> AttemptChange {
    let order = sample_orders::draft(&customer().user, &[]).into_order();
    let (amount, told) = (order.total, ToldPayments::default());
    let attempt = Attempt { id, state: AttemptState::Created, amount, started_at: moments::now(), told };
    AttemptChange { order, attempt, next_read: Edit::Clear, attention: Vec::new(), alarm, recorded: Vec::new(), is_found: false }
}
