//! The cookie by which a browser that signed in before is known at its next login. It is no session: it opens nothing, and is sent
//! to the login alone, by pages of the shop alone.

use actix_web::HttpRequest;
use actix_web::http::header::COOKIE;
use domain::accounts::login_attempts::DEVICE_IS_KNOWN_FOR;

use crate::config::HttpConfig;

const NAME: &str = "device";
/// The longest marker that is looked at, in bytes; one of the shop has about 350.
const MAX_LENGTH: usize = 1_024;

/// What the browser sends, if it is not too long; anybody may have written it.
pub(crate) fn read(request: &HttpRequest) -> Option<String> {
    let headers = request.headers().get_all(COOKIE).filter_map(|value| value.to_str().ok());
    let marker = headers.flat_map(|line| line.split(';')).find_map(|pair| pair.trim().strip_prefix(NAME)?.strip_prefix('='))?;
    (marker.len() <= MAX_LENGTH).then(|| marker.to_owned())
}

/// The `Set-Cookie` that keeps a marker: out of reach of scripts and of other sites, and encrypted where the shop is.
pub(crate) fn write(marker: &str, config: &HttpConfig) -> String {
    let secure = if config.public_url.starts_with("https://") { "; Secure" } else { "" };
    let seconds = DEVICE_IS_KNOWN_FOR.num_seconds();
    format!("{NAME}={marker}; Path=/api/users/login; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}")
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn the_marker_is_found_among_other_cookies() {
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
