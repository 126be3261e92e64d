//! VAT in JSON.

use domain::invoices::vat::Vat;
use serde::Serialize;
use utoipa::ToSchema;

use crate::response::money_json::MoneyJson;

/// The VAT that a total includes.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Vat)]
pub struct VatJson {
    /// The rate in whole per cent.
    percent: u8,
    /// `total × percent ÷ (100 + percent)`, half a cent up. It is a part of the total and is not added to it.
    amount: MoneyJson,
}

impl From<Vat> for VatJson {
    fn from(vat: Vat) -> Self {
        Self { percent: vat.percent.get(), amount: MoneyJson(vat.amount) }
    }
}
