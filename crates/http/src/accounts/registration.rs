//! `POST /api/users`: registering (contract, Users).

use actix_web::{HttpResponse, web};
use application::accounts::AccountUseCases;
use application::accounts::register_user::{RegisterUserError, Registration};
use domain::accounts::password::Password;
use domain::shared::email::EmailAddress;
use domain::shared::text::PersonName;

use crate::accounts::profile_fields::{blank_as_none, picture_gone};
use crate::accounts::users_json::RegisterRequest;
use crate::extract::body::Body;
use crate::extract::field_errors::FieldErrors;
use crate::images::picture_url::parse_picture_url;
use crate::middleware::rate_limit::Rule;
use crate::response::message_json::MessageJson;
use crate::response::private::private;
use crate::response::problem::Problem;
use crate::response::refusals::{Conflicting, Failures, Limited, WithBody};
use crate::routing::rules::{Access, Limit};
use crate::routing::table::{RouteTable, route};
use crate::server::config::HttpConfig;

/// The route of this file.
pub(crate) fn routes(table: &mut RouteTable) {
    route!(table, register, access: Access::Public, limit: Limit::PerAddress(Rule::Register), changes: None);
}

/// Registers a customer.
#[utoipa::path(post, path = "/api/users", tag = "users", operation_id = "register", request_body = RegisterRequest,
    responses((status = 201, body = MessageJson), WithBody, Conflicting, Limited, Failures))]
async fn register(
    accounts: web::Data<AccountUseCases>,
    config: web::Data<HttpConfig>,
    Body(body): Body<RegisterRequest>,
) -> Result<HttpResponse, Problem> {
    let form = parse_registration(body, &config)?;
    accounts.register_user.run(form).await.map_err(|error| match error {
        RegisterUserError::PictureGone => picture_gone(error),
        other => other.into(),
    })?;
    Ok(private(HttpResponse::Created(), &MessageJson { message: "User registered successfully" }))
}

fn parse_registration(body: RegisterRequest, config: &HttpConfig) -> Result<Registration, Problem> {
    let mut errors = FieldErrors::default();
    let first_name = errors.required("firstName", body.first_name.as_deref(), PersonName::parse);
    let last_name = errors.required("lastName", body.last_name.as_deref(), PersonName::parse);
    let email = errors.required("email", body.email.as_deref(), EmailAddress::parse);
    let password = errors.required("password", body.password.as_deref(), Password::choose);
    let picture = blank_as_none(body.profile_picture.as_deref());
    let profile_picture = errors.optional("profilePicture", picture, |url| parse_picture_url(url, config));
    match (first_name, last_name, email, password, errors.is_empty()) {
        (Some(first_name), Some(last_name), Some(email), Some(password), true) => {
            Ok(Registration { first_name, last_name, email, password, profile_picture })
        }
        _ => Err(errors.into_problem()),
    }
}
