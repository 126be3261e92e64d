//! The set-up in JSON.

use std::convert::Infallible;

use application::setup::set_up_shop::SetupForm;
use domain::accounts::password::Password;
use domain::content::identity::ShopName;
use domain::setup::new_shop::{SetupStep, ShopData};
use domain::setup::setup_link::SetupSecret;
use domain::shared::email::EmailAddress;
use domain::shared::text::PersonName;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::extract::field_errors::FieldErrors;
use crate::response::word_json::word_json;

/// Whether the shop waits for its set-up.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SetupState)]
pub struct SetupStateJson {
    /// True while the shop has no administrator.
    pub open: bool,
}

word_json! {
    /// The data that a shop begins with.
    pub ShopDataJson as ShopData of ShopData
}

/// The first owner of a new shop.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FirstOwner)]
pub struct OwnerRequest {
    /// The owner's e-mail address.
    #[schema(required = true, nullable = false, format = IdnEmail, max_length = 254)]
    pub email: Option<String>,
    /// Given name.
    #[schema(required = true, nullable = false, max_length = 100, pattern = r"\S")]
    pub first_name: Option<String>,
    /// Family name.
    #[schema(required = true, nullable = false, max_length = 100, pattern = r"\S")]
    pub last_name: Option<String>,
    /// 8 to 128 characters, not one of the 10,000 most common.
    #[schema(required = true, nullable = false, min_length = 8, max_length = 128)]
    pub password: Option<String>,
}

/// Sets up a shop.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetupRequest {
    /// The token in the link that the newest start of the shop printed.
    #[schema(required = true, nullable = false, min_length = 1)]
    pub token: Option<String>,
    /// The first owner.
    #[schema(required = true, nullable = false)]
    pub owner: Option<OwnerRequest>,
    /// The name of the shop.
    #[schema(required = true, nullable = false, max_length = 60, pattern = r"\S")]
    pub shop_name: Option<String>,
    /// What the shop begins with.
    #[schema(value_type = Option<ShopDataJson>, required = true, nullable = false)]
    pub data: Option<String>,
}

impl SetupRequest {
    /// The secret; `None` if it is missing, which is noted.
    pub(crate) fn secret(&self, errors: &mut FieldErrors) -> Option<SetupSecret> {
        let token = self.token.clone().filter(|token| !token.is_empty());
        errors.required("token", token, |token| Ok::<_, Infallible>(SetupSecret::new(token)))
    }

    /// The rest; `None` if something is missing or wrong, which is noted.
    pub(crate) fn form(self, errors: &mut FieldErrors) -> Option<SetupForm> {
        let owner = self.owner.unwrap_or_default();
        let email = errors.required("owner.email", owner.email.as_deref(), EmailAddress::parse);
        let first_name = errors.required("owner.firstName", owner.first_name.as_deref(), PersonName::parse);
        let last_name = errors.required("owner.lastName", owner.last_name.as_deref(), PersonName::parse);
        let password = errors.required("owner.password", owner.password.as_deref(), Password::choose);
        let shop_name = errors.required("shopName", self.shop_name.as_deref(), ShopName::parse);
        let data = errors.required("data", self.data.as_deref(), |text| ShopData::parse(text).ok_or("must be demo or empty"));
        Some(SetupForm {
            email: email?,
            first_name: first_name?,
            last_name: last_name?,
            password: password?,
            shop_name: shop_name?,
            data: data?,
        })
    }
}

/// A line that reports progress.
pub(crate) fn step_json(step: SetupStep) -> Value {
    json!({"step": step.part.as_str(), "done": step.done, "of": step.of})
}
