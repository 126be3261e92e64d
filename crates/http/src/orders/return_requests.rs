//! The bodies of the calls that request, judge and receive returns.

use domain::catalog::product_code::ProductCode;
use domain::orders::quote::MAX_LINES;
use domain::orders::returns::judgement::ReturnOutcome;
use domain::orders::returns::order_return::{BankAccount, DecisionReason, Resolution, ReturnComment, ReturnReason};
use domain::orders::returns::receipt::ReceivedItem;
use domain::orders::returns::request::NewReturn;
use domain::shared::idempotency::IdempotencyKey;
use domain::shared::quantity::{Quantity, Stock};
use domain::shared::text::Text;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::body::object_only;
use crate::extract::field_errors::FieldErrors;
use crate::extract::integer;
use crate::orders::order_life::filled;
use crate::orders::place_order::OrderedItem;
use crate::orders::returns_json::ReturnReasonJson;
use crate::response::problem::Problem;
use crate::response::word_json::word_json;

word_json! {
    /// What staff decide on a return.
    pub ReturnOutcomeJson as ReturnOutcome of ReturnOutcome
}

/// A return to request.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReturnRequest {
    /// 1 to 100 items of the order, with the units to send back.
    #[schema(required = true, nullable = false, min_items = 1, max_items = 100)]
    pub items: Option<Vec<OrderedItem>>,
    /// Why; `changedMind` where the shop's terms allow it.
    #[schema(required = true, nullable = false, value_type = ReturnReasonJson)]
    pub reason: Option<String>,
    /// More about it; null and blank text count as none.
    #[schema(max_length = 500)]
    pub comment: Option<String>,
    /// Absent: refund. `exchange` tells staff that the customer wants the same goods again; the goods are credited all the same.
    #[schema(pattern = "^(refund|exchange)$")]
    pub resolution: Option<String>,
    /// The account for the refund. It is kept encrypted, and deleted 90 days after the last step of the return.
    pub bank_account: Option<ReturnBankAccount>,
}

/// A customer's bank account.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReturnBankAccount {
    /// The name of the bank.
    #[schema(required = true, nullable = false, max_length = 100, pattern = r"\S")]
    pub bank: Option<String>,
    #[schema(max_length = 100)]
    pub branch: Option<String>,
    /// The name of its holder.
    #[schema(required = true, nullable = false, max_length = 100, pattern = r"\S")]
    pub name: Option<String>,
    /// The number of the account.
    #[schema(required = true, nullable = false, max_length = 40, pattern = r"\S")]
    pub number: Option<String>,
}

impl From<BankAccount> for ReturnBankAccount {
    fn from(account: BankAccount) -> Self {
        Self {
            bank: Some(account.bank.into_string()),
            branch: account.branch.map(Text::into_string),
            name: Some(account.name.into_string()),
            number: Some(account.number.into_string()),
        }
    }
}

impl ReturnBankAccount {
    fn parse(&self, errors: &mut FieldErrors) -> Option<BankAccount> {
        let bank = errors.required("bankAccount.bank", self.bank.as_deref(), Text::parse);
        let branch = errors.optional("bankAccount.branch", filled(self.branch.as_deref()), Text::parse);
        let name = errors.required("bankAccount.name", self.name.as_deref(), Text::parse);
        let number = errors.required("bankAccount.number", self.number.as_deref(), Text::parse);
        Some(BankAccount { bank: bank?, branch, name: name?, number: number? })
    }
}

impl ReturnRequest {
    /// The return that is asked for, and the account for its refund.
    pub(crate) fn parse(&self, key: Option<IdempotencyKey>) -> Result<(NewReturn, Option<BankAccount>), Problem> {
        let mut errors = FieldErrors::default();
        let items = self.items(&mut errors);
        let reason = errors.required("reason", self.reason.as_deref(), ReturnReason::parse);
        let comment = errors.optional("comment", filled(self.comment.as_deref()), ReturnComment::parse);
        let resolution = errors.optional("resolution", self.resolution.as_deref(), Resolution::parse).unwrap_or(Resolution::Refund);
        let account = self.bank_account.as_ref().and_then(|account| account.parse(&mut errors));
        match (reason, errors.is_empty()) {
            (Some(reason), true) => Ok((NewReturn { items, reason, comment, resolution, has_account: account.is_some(), key }, account)),
            _ => Err(errors.into_problem()),
        }
    }

    fn items(&self, errors: &mut FieldErrors) -> Vec<(ProductCode, Quantity)> {
        let sent = self.items.as_deref().unwrap_or_default();
        check_count(sent.len(), errors);
        let mut items = Vec::with_capacity(sent.len());
        for (index, item) in sent.iter().enumerate() {
            let code = errors.required(&format!("items[{index}].productId"), item.product_id.as_deref(), ProductCode::parse);
            let quantity = errors.required(&format!("items[{index}].quantity"), item.quantity, Quantity::parse);
            items.extend(code.zip(quantity));
        }
        items
    }
}

fn check_count(items: usize, errors: &mut FieldErrors) {
    if !(1..=MAX_LINES).contains(&items) {
        errors.add("items", format!("must be 1 to {MAX_LINES} items"));
    }
}

/// The decision of staff on a return.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ReturnJudgement {
    /// What they decided.
    #[schema(required = true, nullable = false, value_type = ReturnOutcomeJson)]
    pub outcome: Option<String>,
    /// Why, for the customer; null and blank text count as none.
    #[schema(max_length = 500)]
    pub reason: Option<String>,
}

impl ReturnJudgement {
    pub(crate) fn parse(&self) -> Result<(ReturnOutcome, Option<DecisionReason>), Problem> {
        let mut errors = FieldErrors::default();
        let outcome = errors.required("outcome", self.outcome.as_deref(), ReturnOutcome::parse);
        let reason = errors.optional("reason", filled(self.reason.as_deref()), DecisionReason::parse);
        match (outcome, errors.is_empty()) {
            (Some(outcome), true) => Ok((outcome, reason)),
            _ => Err(errors.into_problem()),
        }
    }
}

/// The goods of a return that came.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ReturnReceipt {
    /// 1 to 100 items of the return. Units that are not named did not come.
    #[schema(required = true, nullable = false, min_items = 1, max_items = 100)]
    pub items: Option<Vec<ReceivedUnits>>,
}

/// Units of an item that came back. Together at least one, and at most those of the return.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", remote = "Self")]
pub struct ReceivedUnits {
    /// The product's id.
    #[schema(required = true, nullable = false, max_length = 64, pattern = "^[A-Za-z0-9][A-Za-z0-9_-]*$")]
    pub product_id: Option<String>,
    /// Those that go back on the shelf; absent: 0.
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(minimum = 0, maximum = 1_000_000)]
    pub restocked: Option<i64>,
    /// Those that are not sold again; absent: 0.
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(minimum = 0, maximum = 1_000_000)]
    pub written_off: Option<i64>,
}

object_only!(ReceivedUnits);

impl ReturnReceipt {
    pub(crate) fn parse(&self) -> Result<Vec<ReceivedItem>, Problem> {
        let mut errors = FieldErrors::default();
        let sent = self.items.as_deref().unwrap_or_default();
        check_count(sent.len(), &mut errors);
        let mut received = Vec::with_capacity(sent.len());
        for (index, item) in sent.iter().enumerate() {
            let code = errors.required(&format!("items[{index}].productId"), item.product_id.as_deref(), ProductCode::parse);
            let mut units = |name: &str, sent| errors.optional(&format!("items[{index}].{name}"), sent, Stock::parse).map_or(0, Stock::get);
            let (restocked, written_off) = (units("restocked", item.restocked), units("writtenOff", item.written_off));
            received.extend(code.map(|code| ReceivedItem { code, restocked, written_off }));
        }
        errors.check()?;
        Ok(received)
    }
}
