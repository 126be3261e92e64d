//! One request before a load: is it answered as it should be, and with what.

use bench::requests::Request;

use crate::Error;

/// An answer.
pub(crate) struct Answer {
    /// How the body is encoded; `identity` for as it is.
    pub(crate) encoding: String,
    /// The address of the next page, if there is one.
    pub(crate) next: Option<String>,
    /// The body as it came.
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
    let response = call.send().await?;
    let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let (got, encoding, link) = (response.status().as_u16(), header("content-encoding"), header("link"));
    let body = response.bytes().await?.to_vec();
    if got != status {
        let text = String::from_utf8_lossy(&body).chars().take(300).collect::<String>();
        return Err(format!("{} {} answers {got}: {text}", request.method, request.target).into());
    }
    let next = link.and_then(|link| Some(link.strip_prefix('<')?.split_once(">; rel=\"next\"")?.0.to_owned()));
    Ok(Answer { encoding: encoding.unwrap_or_else(|| "identity".into()), next, body })
}
