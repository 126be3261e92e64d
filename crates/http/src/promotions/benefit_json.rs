//! Benefits of promotions in JSON (contract-commerce, section 3). A new benefit is a line in each match.

use domain::promotions::benefit::{Benefit, BenefitKind, Percent, Step, Units};
use domain::shared::faults::InvalidValue;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::body::object_only;
use crate::extract::field_errors::FieldErrors;
use crate::extract::integer;
use crate::response::money_json::{MoneyJson, RawNumber};
use crate::response::word_json::word_json;

word_json! {
    /// What a promotion takes off: a percentage, an amount, the delivery, the cheapest of several units, or a percentage by the value of the
    /// goods.
    pub(crate) BenefitKindJson as BenefitKind of BenefitKind
}

/// What a promotion takes off.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Benefit)]
pub(crate) struct BenefitJson {
    benefit: BenefitKindJson,
    /// The percentage, or the fixed amount in LKR; null for other benefits.
    #[schema(required = true, value_type = Option<f64>)]
    value: Option<ValueJson>,
    /// buyGet: the units of a group that are paid.
    #[schema(required = true)]
    buy: Option<u32>,
    /// buyGet: the units of a group that are free, the cheapest ones.
    #[schema(required = true)]
    get: Option<u32>,
    /// steps: the percentages by growing value of the goods; the last one that is reached applies to all of them.
    steps: Vec<StepJson>,
}

/// A percentage or an amount.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum ValueJson {
    Percent(u32),
    Amount(MoneyJson),
}

/// The percentage from a value of the goods on.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SpendStep)]
struct StepJson {
    from: MoneyJson,
    percent: u32,
}

impl From<&Benefit> for BenefitJson {
    fn from(benefit: &Benefit) -> Self {
        let none = Self { benefit: benefit.kind().into(), value: None, buy: None, get: None, steps: Vec::new() };
        match benefit {
            Benefit::Percent { percent } => Self { value: Some(ValueJson::Percent(percent.get())), ..none },
            Benefit::Fixed { amount } => Self { value: Some(ValueJson::Amount(MoneyJson(*amount))), ..none },
            Benefit::FreeDelivery => none,
            Benefit::BuyGet { buy, get } => Self { buy: Some(buy.get()), get: Some(get.get()), ..none },
            Benefit::Steps { steps } => {
                let step = |step: &Step| StepJson { from: MoneyJson(step.from), percent: step.percent.get() };
                Self { steps: steps.iter().map(step).collect(), ..none }
            }
        }
    }
}

/// A step of a new benefit.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", remote = "Self")]
pub(crate) struct SpendStepRequest {
    /// Goods of this value or more.
    #[schema(required = true, nullable = false)]
    from: Option<RawNumber>,
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(required = true, nullable = false, minimum = 1, maximum = 100)]
    percent: Option<i64>,
}

object_only!(SpendStepRequest);

/// The fields of a request that make a benefit.
#[derive(Debug)]
pub(super) struct BenefitFields {
    pub(super) benefit: Option<String>,
    pub(super) value: Option<RawNumber>,
    pub(super) buy: Option<i64>,
    pub(super) get: Option<i64>,
    pub(super) steps: Option<Vec<SpendStepRequest>>,
}

impl BenefitFields {
    /// The benefit; mistakes are noted per field. Fields of other benefits are ignored: a form keeps them while its kind changes.
    pub(super) fn parse(self, errors: &mut FieldErrors) -> Option<Benefit> {
        match errors.required("benefit", self.benefit.as_deref(), BenefitKind::parse)? {
            BenefitKind::Percent => errors.required("value", self.value, percent_of).map(|percent| Benefit::Percent { percent }),
            BenefitKind::Fixed => errors.required("value", self.value, RawNumber::money).map(|amount| Benefit::Fixed { amount }),
            BenefitKind::FreeDelivery => Some(Benefit::FreeDelivery),
            BenefitKind::BuyGet => {
                let buy = errors.required("buy", self.buy, Units::parse);
                let get = errors.required("get", self.get, Units::parse);
                Some(Benefit::BuyGet { buy: buy?, get: get? })
            }
            BenefitKind::Steps => {
                let steps = errors.required("steps", self.steps, Ok::<_, &str>)?.into_iter().enumerate();
                let steps: Vec<_> = steps.map(|(index, step)| step.parse(&format!("steps[{index}]"), errors)).collect();
                Some(Benefit::Steps { steps: steps.into_iter().collect::<Option<_>>()? })
            }
        }
    }
}

impl SpendStepRequest {
    fn parse(self, place: &str, errors: &mut FieldErrors) -> Option<Step> {
        let from = errors.required(&format!("{place}.from"), self.from, RawNumber::money);
        let percent = errors.required(&format!("{place}.percent"), self.percent, Percent::parse);
        Some(Step { from: from?, percent: percent? })
    }
}

/// A whole number; `10.0` is one.
fn percent_of(value: RawNumber) -> Result<Percent, InvalidValue> {
    let hundredths = value.money().map_err(|_| Percent::INVALID)?.cents();
    if hundredths % 100 == 0 { Percent::parse(hundredths / 100) } else { Err(Percent::INVALID) }
}
