//! The cookie that marks a browser after its first login, so that the login recognises it. It is no session and grants nothing.
//! Browsers send it to the login alone, from pages of the shop alone.

use actix_web::HttpRequest;
use actix_web::http::header::COOKIE;
use domain::accounts::login_attempts::DEVICE_IS_KNOWN_FOR;

use crate::server::config::HttpConfig;

const NAME: &str = "device";
/// The longest accepted token in bytes; the shop's own have about 350.
const MAX_LENGTH: usize = 1_024;

/// The token that the browser sends, if it is not too long. It may be forged.
pub(crate) fn read(request: &HttpRequest) -> Option<String> {
    let headers = request.headers().get_all(COOKIE).filter_map(|value| value.to_str().ok());
    let token = headers.flat_map(|line| line.split(';')).find_map(|pair| pair.trim().strip_prefix(NAME)?.strip_prefix('='))?;
    (token.len() <= MAX_LENGTH).then(|| token.to_owned())
}

/// The `Set-Cookie` header of a token: not readable by scripts, not sent by other sites, and only over https if the shop has
/// it.
pub(crate) fn write(token: &str, config: &HttpConfig) -> String {
    let secure = if config.public_url.starts_with("https://") { "; Secure" } else { "" };
    let seconds = DEVICE_IS_KNOWN_FOR.num_seconds();
    format!("{NAME}={token}; Path=/api/users/login; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}")
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn the_token_is_found_among_other_cookies() {
        let found = |lines: &[&str]| {
            let request = lines.iter().fold(TestRequest::default(), |request, line| request.append_header((COOKIE, *line)));
            read(&request.to_http_request())
        };
        assert_eq!(found(&["device=a.b.c"]).as_deref(), Some("a.b.c"));
        assert_eq!(found(&["theme=dark; device=a.b.c; x=y"]).as_deref(), Some("a.b.c"));
        assert_eq!(found(&["theme=dark", "device=a.b.c"]).as_deref(), Some("a.b.c"));
        for other in [&[][..], &["devices=a.b.c"], &["mydevice=a"], &["device"], &["x=device=a"]] {
            assert_eq!(found(other), None, "{other:?}");
        }
        assert_eq!(found(&[&format!("device={}", "x".repeat(MAX_LENGTH + 1))]), None);
    }
}
