//! The colours of the shop: the style sheet of a theme, and what follows from colours that are being chosen.

use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpRequest, HttpResponse, web};
use application::content::current_content::Content;
use domain::accounts::permission::Permission;
use domain::content::colour::Colour;
use domain::content::document::{ContentDoc, DocumentName};
use domain::content::palette::{ContrastCheck, Palette, Theme};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::middleware::rate_limit::RateLimit;
use crate::response::conditional::{etag_of, matches};
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{NotFound, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};

/// The routes of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, derive, access: Access::Staff(Permission::ManageBranding), limit: Limit::Unlimited, changes: None);
    route!(table, stylesheet, access: Access::Public, limit: Limit::PerAddress(RateLimit::Read), changes: None);
}

/// Three colours that are being chosen.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ThemeColours)]
pub(crate) struct ThemeColours {
    #[schema(required = true, nullable = false, pattern = "^#[0-9a-fA-F]{6}$")]
    accent: Option<String>,
    #[schema(required = true, nullable = false, pattern = "^#[0-9a-fA-F]{6}$")]
    support: Option<String>,
    #[schema(required = true, nullable = false, pattern = "^#[0-9a-fA-F]{6}$")]
    paper: Option<String>,
}

/// What follows from three colours.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DerivedTheme)]
pub(crate) struct DerivedThemeJson {
    /// Whether every check passes: only then the theme can be saved.
    is_readable: bool,
    /// The tokens of the web app's style sheet, `--color-{name}`.
    tokens: Vec<TokenJson>,
    /// The rules that the three colours keep or break.
    checks: Vec<ContrastCheckJson>,
}

/// A token of the web app's style sheet.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ThemeToken)]
pub(crate) struct TokenJson {
    #[schema(example = "lotus-deep")]
    name: &'static str,
    #[schema(example = "#7c213c")]
    colour: String,
}

/// A rule of readability.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ContrastCheck)]
pub(crate) struct ContrastCheckJson {
    /// The colour that would have to change: accent, support or paper.
    colour: &'static str,
    /// What is read.
    shown: &'static str,
    /// On what.
    on: &'static str,
    /// The contrast, from 1 to 21, rounded down to hundredths.
    ratio: f64,
    /// The least contrast that passes.
    least: f64,
    passes: bool,
    /// The nearest colour that passes; null where the check passes.
    #[schema(required = true)]
    nearest: Option<String>,
}

impl From<&ContrastCheck> for ContrastCheckJson {
    fn from(check: &ContrastCheck) -> Self {
        Self {
            colour: check.colour.as_str(),
            shown: check.shown,
            on: check.on,
            ratio: (check.ratio * 100.0).floor() / 100.0,
            least: check.least,
            passes: check.passes(),
            nearest: check.nearest.map(|colour| colour.to_string()),
        }
    }
}

/// The rules that a theme breaks; none of colours that are none.
pub(crate) fn broken_checks(accent: Option<&str>, support: Option<&str>, paper: Option<&str>) -> Vec<ContrastCheckJson> {
    let colour = |text: Option<&str>| Colour::parse(text.unwrap_or_default()).ok();
    let (Some(accent), Some(support), Some(paper)) = (colour(accent), colour(support), colour(paper)) else { return Vec::new() };
    Palette::of(&Theme { accent, support, paper }).checks.iter().filter(|check| !check.passes()).map(Into::into).collect()
}

/// The path of the published theme's style sheet; `None` for the default colours.
pub(crate) fn stylesheet_of(content: &Content) -> Option<String> {
    match ContentDoc::parse(&DocumentName::Theme, &content.theme.body) {
        Ok(ContentDoc::Theme(theme)) if theme != Theme::default() => Some(format!("/theme/{}.css", name_of(&theme))),
        _ => None,
    }
}

/// The name of a style sheet: the colours, and the hash of what this release makes of them. So it never changes, and pages that were made
/// before another theme was published still find it.
fn name_of(theme: &Theme) -> String {
    let digest = Sha256::digest(Palette::of(theme).css());
    let hash: String = digest.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
    let colours: String = [theme.accent, theme.support, theme.paper].map(|colour| colour.to_string().replace('#', "")).concat();
    format!("{colours}-{hash}")
}

/// The theme of a name.
fn theme_of(name: &str) -> Option<Theme> {
    let colour = |from: usize| Colour::parse(&format!("#{}", name.get(from..from + 6)?)).ok();
    let theme = Theme { accent: colour(0)?, support: colour(6)?, paper: colour(12)? };
    (name_of(&theme) == name).then_some(theme)
}

/// What follows from three colours: all tokens, and whether they can be read on each other.
#[utoipa::path(post, path = "/api/admin/theme/derive", tag = "content", operation_id = "deriveTheme", request_body = ThemeColours,
    responses((status = 200, body = DerivedThemeJson), WithBody))]
async fn derive(Body(body): Body<ThemeColours>) -> Result<HttpResponse, Problem> {
    let mut errors = FieldErrors::default();
    let mut colour = |field: &str, text: Option<&str>| errors.required(field, text, Colour::parse);
    let (accent, support, paper) =
        (colour("accent", body.accent.as_deref()), colour("support", body.support.as_deref()), colour("paper", body.paper.as_deref()));
    errors.check()?;
    let default = Theme::default();
    let theme = Theme {
        accent: accent.unwrap_or(default.accent),
        support: support.unwrap_or(default.support),
        paper: paper.unwrap_or(default.paper),
    };
    let palette = Palette::of(&theme);
    let token = |(name, colour): (&'static str, Colour)| TokenJson { name, colour: colour.to_string() };
    let answer = DerivedThemeJson {
        is_readable: palette.is_readable(),
        tokens: palette.tokens.named().into_iter().map(token).collect(),
        checks: palette.checks.iter().map(Into::into).collect(),
    };
    Ok(private(HttpResponse::Ok(), &answer))
}

/// The style sheet of a published theme; it never changes.
#[utoipa::path(get, path = "/theme/{hash}.css", tag = "content", operation_id = "showStylesheet",
    params(("hash" = String, Path, max_length = 27)),
    responses((status = 200, description = "The style sheet", content_type = "text/css", headers(("ETag" = String))), (status = 304, description = "Not changed"), NotFound))]
async fn stylesheet(request: HttpRequest, hash: web::Path<String>) -> Result<HttpResponse, Problem> {
    let palette = theme_of(&hash).map(|theme| Palette::of(&theme)).filter(Palette::is_readable);
    let css = palette.ok_or_else(Problem::no_such_route)?.css();
    let etag = etag_of(css.as_bytes());
    let mut response = HttpResponse::Ok();
    response.insert_header((CACHE_CONTROL, "public, max-age=31536000, immutable")).insert_header(("ETag", etag.as_str()));
    if matches(&request, &etag) {
        return Ok(response.status(actix_web::http::StatusCode::NOT_MODIFIED).finish());
    }
    Ok(response.content_type("text/css; charset=utf-8").body(css))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leads_back_to_its_colours() {
        let theme = Theme { accent: Colour::rgb(0x22, 0x44, 0x88), ..Theme::default() };
        let name = name_of(&theme);
        assert!(name.starts_with("2244881f5e5bfffbf7-") && name.len() == 27, "{name}");
        assert_eq!(theme_of(&name), Some(theme));
        for other in ["", "x", "2244881f5e5bfffbf7-00000000", "2244881F5E5BFFFBF7", "ééééééééééééé", &name.to_uppercase()] {
            assert_eq!(theme_of(other), None, "{other}");
        }
    }

    #[test]
    fn pale_colours_break_rules() {
        assert_eq!(broken_checks(Some("#ffd0d0"), Some("#1f5e5b"), Some("#fffbf7")).len(), 2);
        assert!(broken_checks(Some("red"), None, None).is_empty());
    }
}
