//! The data of mails as JSON, which the domain declares but for two forms.

use chrono::{DateTime, Utc};
use domain::accounts::session_origin::{DeviceName, Network, SessionOrigin};
use domain::accounts::sign_in_alert::SignInNews;
use domain::messages::mail_message::{MailKind, MailMessage};
use domain::messages::outbox::NewMail;
use domain::shared::email::EmailAddress;
use domain::shared::ids::SessionId;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::security::SecurityData;
use crate::error::{DbError, known};

/// An unusual sign-in. Release 0.1.0 does not read it without a secret, which is empty.
#[derive(Serialize, Deserialize)]
struct SignInData {
    at: DateTime<Utc>,
    device: String,
    network: String,
    secret: String,
    session: SessionId,
}

/// A mail as a record of the statement that queues several. `cause` is the id of the request that causes it.
pub(super) fn as_record(mail: &NewMail, cause: Option<&str>) -> Result<Value, serde_json::Error> {
    Ok(json!({
        "dedupe_key": mail.key.as_str(),
        "kind": mail.message.kind().as_str(),
        "recipient": mail.to.as_ref().map(EmailAddress::as_str),
        "data": write(&mail.message)?,
        "queued_at": mail.at,
        "request_id": cause,
    }))
}

/// The data of a mail.
pub(super) fn write(message: &MailMessage) -> Result<Value, serde_json::Error> {
    match message {
        MailMessage::Verify(claim) => serde_json::to_value(claim),
        MailMessage::Invitation(news) => serde_json::to_value(news),
        MailMessage::Order(_, summary) => serde_json::to_value(summary),
        MailMessage::Attention(news) => serde_json::to_value(news),
        MailMessage::SignInAlert(SignInNews { at, origin, session }) => {
            let (device, network) = (origin.device.as_str().to_owned(), origin.network.to_string());
            serde_json::to_value(SignInData { at: *at, device, network, secret: String::new(), session: *session })
        }
        MailMessage::Security(news) => serde_json::to_value(SecurityData::of(news)),
    }
}

pub(super) fn read(kind: &str, data: Value) -> Result<MailMessage, DbError> {
    Ok(match known("kind of mail", MailKind::parse(kind))? {
        MailKind::Verify => MailMessage::Verify(serde_json::from_value(data)?),
        MailKind::Invitation => MailMessage::Invitation(serde_json::from_value(data)?),
        MailKind::Attention => MailMessage::Attention(serde_json::from_value(data)?),
        MailKind::SignInAlert => MailMessage::SignInAlert(sign_in_of(serde_json::from_value(data)?)?),
        MailKind::SecurityNotice => MailMessage::Security(Box::new(serde_json::from_value::<SecurityData>(data)?.news()?)),
        kind => MailMessage::Order(known("step of a mail", kind.step())?, serde_json::from_value(data)?),
    })
}

fn sign_in_of(data: SignInData) -> Result<SignInNews, DbError> {
    let device = known("device", DeviceName::parse(&data.device))?;
    let network = known("network", Network::parse(&data.network))?;
    Ok(SignInNews { at: data.at, origin: SessionOrigin { device, network }, session: data.session })
}

#[cfg(test)]
mod tests;
