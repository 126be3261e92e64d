//! The golden file of the words that columns of the database keep: another spelling would lose stored rows.

use domain::accounts::security_settings::RequiredOf;
use domain::accounts::staff_role::StaffRole;
use domain::accounts::user::UserType;
use domain::backups::backup_run::Verification;
use domain::catalog::stock_movement::MovementReason;
use domain::delivery::delivery_method::DeliveryMethod;
use domain::delivery::district::District;
use domain::invoices::document::{CreditReason, ExtraKind};
use domain::invoices::number::InvoiceKind;
use domain::messages::contact::ContactState;
use domain::messages::mail_kind::MailKind;
use domain::messages::outbox::MailEnding;
use domain::orders::explanation::ExplanationCode;
use domain::orders::fulfilment_status::FulfilmentStatus;
use domain::orders::fulfilment_step::FulfilmentStep;
use domain::orders::order_note::NoteVisibility;
use domain::orders::returns::order_return::{Resolution, ReturnReason, ReturnState, ReturnStep};
use domain::payments::attempt::AttemptState;
use domain::payments::attention::AttentionKind;
use domain::payments::cod_confirmation::{CallOutcome, CodConfirmation};
use domain::payments::figures::PaymentStatus;
use domain::payments::ledger::EntrySource;
use domain::payments::payment_method::PaymentMethod;
use domain::payments::refund::{RefundState, RefundVia};
use domain::payments::slip::SlipState;
use domain::shared::language::Language;
use domain::shared::order_status::OrderStatus;

#[test]
fn stored_words_keep_their_spelling() {
    let words = |name: &str, words: &[&str]| format!("{name}: {}\n", words.join(", "));
    let all = [
        words("AttemptState", &AttemptState::ALL.map(AttemptState::as_str)),
        words("AttentionKind", &AttentionKind::ALL.map(AttentionKind::as_str)),
        words("CallOutcome", &CallOutcome::ALL.map(CallOutcome::as_str)),
        words("CodConfirmation", &CodConfirmation::ALL.map(CodConfirmation::as_str)),
        words("ContactState", &ContactState::ALL.map(ContactState::as_str)),
        words("CreditReason", &CreditReason::ALL.map(CreditReason::as_str)),
        words("DeliveryMethod", &DeliveryMethod::ALL.map(DeliveryMethod::as_str)),
        words("District", &District::ALL.map(District::as_str)),
        words("EntrySource", &EntrySource::ALL.map(EntrySource::as_str)),
        words("ExplanationCode", &ExplanationCode::ALL.map(ExplanationCode::as_str)),
        words("ExtraKind", &ExtraKind::ALL.map(ExtraKind::as_str)),
        words("FulfilmentStatus", &FulfilmentStatus::ALL.map(FulfilmentStatus::as_str)),
        words("FulfilmentStep", &FulfilmentStep::ALL.map(FulfilmentStep::as_str)),
        words("InvoiceKind", &InvoiceKind::ALL.map(InvoiceKind::as_str)),
        words("Language", &Language::ALL.map(Language::as_str)),
        words("MailEnding", &MailEnding::ALL.map(MailEnding::as_str)),
        words("MailKind", &MailKind::ALL.map(MailKind::as_str)),
        words("MovementReason", &MovementReason::ALL.map(MovementReason::as_str)),
        words("NoteVisibility", &NoteVisibility::ALL.map(NoteVisibility::as_str)),
        words("OrderStatus", &OrderStatus::ALL.map(OrderStatus::as_str)),
        words("PaymentMethod", &PaymentMethod::ALL.map(PaymentMethod::as_str)),
        words("PaymentStatus", &PaymentStatus::ALL.map(PaymentStatus::as_str)),
        words("RefundState", &RefundState::ALL.map(RefundState::as_str)),
        words("RefundVia", &RefundVia::ALL.map(RefundVia::as_str)),
        words("RequiredOf", &RequiredOf::ALL.map(RequiredOf::as_str)),
        words("Resolution", &Resolution::ALL.map(Resolution::as_str)),
        words("ReturnReason", &ReturnReason::ALL.map(ReturnReason::as_str)),
        words("ReturnState", &ReturnState::ALL.map(ReturnState::as_str)),
        words("ReturnStep", &ReturnStep::ALL.map(ReturnStep::as_str)),
        words("SlipState", &SlipState::ALL.map(SlipState::as_str)),
        words("StaffRole", &StaffRole::ALL.map(StaffRole::as_str)),
        words("UserType", &UserType::ALL.map(UserType::as_str)),
        words("Verification", &Verification::ALL.map(Verification::as_str)),
    ];
    assert_eq!(all.concat(), include_str!("fixtures/stored_words.txt"));
}
