//! The log and the counts of the mails that a run of the outbox sent.

use application::messages::send_outbox_mails::{HandledMail, MailFate, SentMails};
use domain::shared::order_id::OrderId;
use domain::shared::ports::PortError;
use shop_http::metrics::{MailOutcome, Metrics};

use super::report as report_failure;

/// Logs and counts the mails of a run; true if the run succeeded. Each line has the id of the request that caused the mail, so that the
/// log of an order has its mails too.
pub(super) fn report(outcome: Result<SentMails, PortError>, metrics: &Metrics) -> bool {
    match outcome {
        Ok(SentMails { handled, failed, switched_off, too_many, put_off, .. }) => {
            for mail in &handled {
                metrics.count_mail(mail.kind, outcome_of(mail.fate));
                let error = failed.iter().find(|(id, _)| *id == mail.id).map(|(_, error)| error);
                log(mail, error);
            }
            if switched_off > 0 {
                tracing::info!(switched_off, "mails of kinds that are switched off were not sent");
            }
            if too_many > 0 {
                tracing::warn!(too_many, "mails to addresses that were never verified were not sent: enough went there today");
            }
            if put_off > 0 {
                tracing::warn!(put_off, "the mail server is away; mails wait");
            }
            true
        }
        Err(error) => {
            report_failure("mails were not sent", &error);
            false
        }
    }
}

fn log(mail: &HandledMail, error: Option<&PortError>) {
    let HandledMail { id, kind, order, request_id, took, fate } = mail;
    let (order, request_id) = (order.as_ref().map(OrderId::as_str), request_id.as_deref());
    let (mail, kind, ms) = (id.0, kind.as_str(), took.as_millis());
    let cause = error.and_then(std::error::Error::source).map(ToString::to_string);
    match (fate, error) {
        (MailFate::Sent, _) => tracing::info!(mail, kind, order, request_id, ms, "sent a mail"),
        (MailFate::Refused, _) => tracing::warn!(mail, kind, order, request_id, ?cause, "the mail server refused a mail"),
        (MailFate::GivenUp, _) => tracing::error!(mail, kind, order, request_id, ?cause, "a mail was given up"),
        (_, Some(error)) => tracing::warn!(mail, kind, order, request_id, ?cause, "a mail was not sent: {error}"),
        (MailFate::Failed | MailFate::SwitchedOff | MailFate::TooMany | MailFate::PutOff, None) => {}
    }
}

const fn outcome_of(fate: MailFate) -> MailOutcome {
    match fate {
        MailFate::Sent => MailOutcome::Sent,
        MailFate::Failed => MailOutcome::Failed,
        MailFate::Refused => MailOutcome::Refused,
        MailFate::GivenUp => MailOutcome::GivenUp,
        MailFate::SwitchedOff => MailOutcome::SwitchedOff,
        MailFate::TooMany => MailOutcome::TooMany,
        MailFate::PutOff => MailOutcome::PutOff,
    }
}
