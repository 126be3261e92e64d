//! One request before a load: checks the status and reads encoding, next page and body.

use bench::requests::Request;
use test_harness::answer::exchange;

use crate::Error;

pub(crate) struct Answer {
    /// The encoding of the body; `identity` for none.
    pub(crate) encoding: String,
    /// The address of the next page, if there is one.
    pub(crate) next: Option<String>,
    /// The bytes of the body, encoded.
    pub(crate) body: Vec<u8>,
}

/// Sends a request to `origin` and checks the answer's status.
///
/// # Errors
/// When there is no answer or one of another status.
pub(crate) async fn ask(client: &reqwest::Client, origin: &str, request: &Request, status: u16) -> Result<Answer, Error> {
    let method = if request.method == "POST" { reqwest::Method::POST } else { reqwest::Method::GET };
    let mut call = client.request(method, format!("{origin}{}", request.target)).body(request.body.clone());
    for (name, value) in &request.headers {
        call = call.header(*name, value);
    }
    let (got, headers, body) = exchange(call).await?;
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let (encoding, link) = (header("content-encoding"), header("link"));
    if got != status {
        let text = String::from_utf8_lossy(&body).chars().take(300).collect::<String>();
        return Err(format!("{} {} answers {got}: {text}", request.method, request.target).into());
    }
    let next = link.and_then(|link| Some(link.strip_prefix('<')?.split_once(">; rel=\"next\"")?.0.to_owned()));
    Ok(Answer { encoding: encoding.unwrap_or_else(|| "identity".into()), next, body })
}
