//! Reads the form of an upload: one `file` and its purpose (contract, Images).

use actix_multipart::{Field, Multipart};
use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::HeaderMap;
use application::images::upload_picture::Upload;
use bytes::Bytes;
use domain::images::image::PicturePurpose;
use domain::images::upload::Uploader;
use futures_util::StreamExt as _;
use serde::Serialize;
use utoipa::ToSchema;

use crate::extract::body::{check_media, declared_length};
use crate::extract::body_pace::Pace;
use crate::response::problem::Problem;

/// The largest file in bytes (contract, Images: 5 MB).
pub const MAX_FILE: usize = 5 * 1024 * 1024;
/// The longest `purpose`, in bytes.
const MAX_PURPOSE: usize = 1_024;
/// The allowance for boundaries, headers and other fields, in bytes.
const MAX_REST: usize = 64 * 1_024;

/// What a picture is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// To show a person.
    Profile,
    /// To show a product.
    Product,
    /// To show in the shop's content.
    Content,
}

impl From<Purpose> for PicturePurpose {
    fn from(purpose: Purpose) -> Self {
        match purpose {
            Purpose::Profile => Self::Profile,
            Purpose::Product => Self::Product,
            Purpose::Content => Self::Content,
        }
    }
}

/// A file and what it is called.
struct File {
    bytes: Vec<u8>,
    original_name: String,
}

/// The fields read so far.
#[derive(Default)]
struct Form {
    file: Option<File>,
    purpose: Option<Purpose>,
}

/// Reads a form. It calls `may` as soon as the purpose is known, before it reads a file that follows.
///
/// # Errors
/// 401 and 403 of `may`; 400, 408, 413, 415 and 422 for an invalid, slow or large form, one of another media type, or one
/// without a file.
pub(crate) async fn read(
    headers: &HeaderMap,
    payload: Payload,
    by: Uploader,
    may: impl Fn(Purpose) -> Result<(), Problem>,
) -> Result<Upload, Problem> {
    check_media(headers, "multipart/form-data")?;
    if declared_length(headers).is_some_and(|length| length > MAX_FILE + MAX_REST) {
        return Err(too_large());
    }
    let mut reader = Reader(Pace::begin());
    let mut multipart = Multipart::new(headers, payload);
    let mut form = Form::default();
    while let Some(field) = reader.0.in_time(multipart.next()).await? {
        let field = field.map_err(|_| malformed())?;
        match field.name().unwrap_or_default() {
            "file" if form.file.is_some() => return Err(Problem::invalid_field("file", "must be one file")),
            "file" => form.file = reader.file(field).await?,
            "purpose" => {
                let purpose = parse_purpose(&reader.bytes(field, MAX_PURPOSE).await?)?;
                may(purpose)?;
                form.purpose = Some(purpose);
            }
            _ => reader.skip(field).await?,
        }
    }
    let purpose = form.purpose.unwrap_or(Purpose::Profile);
    may(purpose)?;
    let File { bytes, original_name } = form.file.ok_or_else(no_file)?;
    Ok(Upload { bytes, original_name, purpose: purpose.into(), by })
}

/// A bank slip and what the customer says of it.
pub(crate) struct SlipForm {
    /// The content of the file.
    pub(crate) file: Vec<u8>,
    /// `bankReference`, where the form has it.
    pub(crate) bank_reference: Option<String>,
}

/// Reads the form of a bank slip: one `file`, and `bankReference`.
///
/// # Errors
/// 400, 408, 413, 415 and 422 as of [`read`].
pub(crate) async fn read_slip(headers: &HeaderMap, payload: Payload) -> Result<SlipForm, Problem> {
    check_media(headers, "multipart/form-data")?;
    if declared_length(headers).is_some_and(|length| length > MAX_FILE + MAX_REST) {
        return Err(too_large());
    }
    let mut reader = Reader(Pace::begin());
    let mut multipart = Multipart::new(headers, payload);
    let (mut file, mut bank_reference) = (None, None);
    while let Some(field) = reader.0.in_time(multipart.next()).await? {
        let field = field.map_err(|_| malformed())?;
        match field.name().unwrap_or_default() {
            "file" if file.is_some() => return Err(Problem::invalid_field("file", "must be one file")),
            "file" => file = reader.file(field).await?,
            "bankReference" => {
                let bytes = reader.bytes(field, MAX_PURPOSE).await?;
                let text = String::from_utf8(bytes).map_err(|_| Problem::invalid_field("bankReference", "must be text in UTF-8"))?;
                bank_reference = Some(text);
            }
            _ => reader.skip(field).await?,
        }
    }
    Ok(SlipForm { file: file.ok_or_else(no_file)?.bytes, bank_reference })
}

/// Reads fields at the minimum speed.
struct Reader(Pace);

impl Reader {
    /// The whole of a field of at most `limit` bytes.
    async fn bytes(&mut self, mut field: Field, limit: usize) -> Result<Vec<u8>, Problem> {
        let mut bytes = Vec::new();
        while let Some(chunk) = self.chunk(&mut field).await? {
            if bytes.len() + chunk.len() > limit {
                return Err(too_large());
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes)
    }

    /// Reads a field that the form does not have, and keeps nothing of it.
    async fn skip(&mut self, mut field: Field) -> Result<(), Problem> {
        while self.chunk(&mut field).await?.is_some() {}
        Ok(())
    }

    /// The next bytes of a field, as long as the whole form is within its limit.
    async fn chunk(&mut self, field: &mut Field) -> Result<Option<Bytes>, Problem> {
        let Some(chunk) = self.0.in_time(field.next()).await? else { return Ok(None) };
        let chunk = chunk.map_err(|_| malformed())?;
        if self.0.take(chunk.len()) > MAX_FILE + MAX_REST {
            return Err(too_large());
        }
        Ok(Some(chunk))
    }

    /// The file; `None` if the user chose none: browsers then send an empty file without a name.
    async fn file(&mut self, field: Field) -> Result<Option<File>, Problem> {
        let original_name = field.content_disposition().and_then(|d| d.get_filename()).unwrap_or_default().to_owned();
        let bytes = self.bytes(field, MAX_FILE).await?;
        let chosen = !(bytes.is_empty() && original_name.is_empty());
        Ok(chosen.then_some(File { bytes, original_name }))
    }
}

fn parse_purpose(bytes: &[u8]) -> Result<Purpose, Problem> {
    match bytes {
        b"profile" | b"" => Ok(Purpose::Profile),
        b"product" => Ok(Purpose::Product),
        b"content" => Ok(Purpose::Content),
        _ => Err(Problem::invalid_field("purpose", "must be profile, product or content")),
    }
}

/// The sentence of the web app's form (`spec.md` §8).
fn no_file() -> Problem {
    let sentence = "Please select a file";
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "image.missing", sentence)
        .with_errors([("file".to_owned(), vec![sentence.to_owned()])].into())
}

fn malformed() -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, "request.not_multipart", "The body is not multipart/form-data.")
}

fn too_large() -> Problem {
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "request.too_large", "The picture is larger than 5 MB.")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use actix_http::BoxedPayloadStream;
    use actix_web::ResponseError as _;
    use actix_web::http::header::{CONTENT_TYPE, HeaderValue};
    use futures_util::stream;
    use tokio::time::sleep;

    use super::*;

    fn headers() -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("multipart/form-data; boundary=b"));
        headers
    }

    /// Reads a form with a file of `chunks` chunks of `size` bytes, which arrive `every` so often. The paused test clock
    /// advances only while the test waits.
    async fn arriving(chunks: usize, size: usize, every: Duration) -> Result<usize, u16> {
        let head = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\n";
        let parts = [vec![Bytes::from(head)], vec![Bytes::from(vec![0; size]); chunks], vec![Bytes::from("\r\n--b--\r\n")]].concat();
        let body = stream::unfold(parts.into_iter(), move |mut rest| async move {
            sleep(every).await;
            rest.next().map(|part| (Ok(part), rest))
        });
        let body: BoxedPayloadStream = Box::pin(body);
        let read = read(&headers(), body.into(), Uploader::Stranger, |_| Ok(())).await;
        read.map(|upload| upload.bytes.len()).map_err(|problem| problem.status_code().as_u16())
    }

    /// A form with another field of this many bytes before its file of 3 bytes.
    async fn with_another_field(size: usize) -> Result<usize, u16> {
        let other = format!("--b\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\n{}\r\n", "x".repeat(size));
        let file = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\nabc\r\n--b--\r\n";
        let body: BoxedPayloadStream = Box::pin(stream::iter([Ok(Bytes::from(other)), Ok(Bytes::from(file))]));
        let read = read(&headers(), body.into(), Uploader::Stranger, |_| Ok(())).await;
        read.map(|upload| upload.bytes.len()).map_err(|problem| problem.status_code().as_u16())
    }

    #[tokio::test(start_paused = true)]
    async fn other_fields_are_ignored_as_long_as_the_form_is_within_its_limit() {
        for size in [0, 1, 100_000] {
            assert_eq!(with_another_field(size).await, Ok(3), "{size} bytes");
        }
        assert_eq!(with_another_field(MAX_FILE + MAX_REST).await, Err(413));
    }

    #[tokio::test(start_paused = true)]
    async fn a_bad_connection_is_waited_for_and_a_stalled_one_is_not() {
        let second = Duration::from_secs(1);
        assert_eq!(arriving(80, 64 * 1_024, second).await, Ok(MAX_FILE), "five megabytes in 80 seconds");
        assert_eq!(arriving(1, 10, Duration::from_secs(4)).await, Ok(10));
        assert_eq!(arriving(1, 10, Duration::from_secs(16)).await, Err(408), "nothing for 15 seconds");
        assert_eq!(arriving(1_000, 1, second).await, Err(408), "a byte a second");
        assert_eq!(arriving(300, 8 * 1_024, second).await, Err(408), "too slow to end");
    }
}
