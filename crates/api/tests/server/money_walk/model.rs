//! What the money of an order has to be, counted apart from the shop (contract-commerce, section 2).

use serde_json::{Value, json};

pub(crate) const MINUTE: i64 = 60;
pub(crate) const DAY: i64 = 24 * 60 * MINUTE;

/// An order as the walk knows it; amounts in cents, times in seconds.
#[derive(Debug)]
pub(crate) struct Model {
    pub(crate) id: String,
    pub(crate) method: &'static str,
    pub(crate) total: i64,
    pub(crate) is_cancelled: bool,
    charged: i64,
    returned: i64,
    credits: i64,
    /// The slips in review.
    pub(crate) in_review: Vec<String>,
    pub(crate) slips: usize,
    /// The attempts whose customer has not paid or turned back: their forms and amounts.
    pub(crate) open: Vec<(Value, i64)>,
    begun: i64,
    deadline: Option<i64>,
    /// The amounts of the mails about money that came in and that went back.
    pub(crate) paid_mails: Vec<i64>,
    pub(crate) refund_mails: Vec<i64>,
    /// Whether more came than it cost, before it was cancelled.
    pub(crate) was_overpaid: bool,
    /// The payments that came when it was cancelled.
    pub(crate) late: i64,
}

impl Model {
    pub(crate) fn new(id: &str, method: &'static str, total: i64, now: i64) -> Self {
        Self {
            id: id.to_owned(),
            method,
            total,
            is_cancelled: false,
            charged: 0,
            returned: 0,
            credits: 0,
            in_review: Vec::new(),
            slips: 0,
            open: Vec::new(),
            begun: now,
            deadline: own_time(method).map(|time| now + time),
            paid_mails: Vec::new(),
            refund_mails: Vec::new(),
            was_overpaid: false,
            late: 0,
        }
    }

    pub(crate) fn held(&self) -> i64 {
        self.charged - self.returned
    }

    fn owed(&self) -> i64 {
        if self.is_cancelled { 0 } else { (self.total - self.credits).max(0) }
    }

    pub(crate) fn due(&self) -> i64 {
        (self.owed() - self.held()).max(0)
    }

    pub(crate) fn refund_due(&self) -> i64 {
        (self.held() - self.owed()).max(0)
    }

    pub(crate) fn has_charge(&self) -> bool {
        self.charged > 0
    }

    /// Money came in; the customer is mailed unless it is told at the counter.
    pub(crate) fn charge(&mut self, cents: i64, is_mailed: bool, now: i64) {
        self.charged += cents;
        if is_mailed {
            self.paid_mails.push(cents);
        }
        if self.is_cancelled {
            self.late += 1;
        } else {
            self.was_overpaid |= self.held() > self.total - self.credits;
        }
        self.grant_rest(now);
    }

    /// A day for what is left to pay.
    fn grant_rest(&mut self, now: i64) {
        if !self.is_cancelled && self.method != "cod" && self.due() > 0 {
            self.deadline = self.deadline.map(|at| at.max(now + DAY));
        }
    }

    pub(crate) fn refund(&mut self, cents: i64) {
        // The refund of a part payment lowers no price.
        if self.due() == 0 {
            self.credits += (cents - self.refund_due()).max(0);
        }
        self.returned += cents;
        self.refund_mails.push(cents);
    }

    pub(crate) fn upload(&mut self, slip: &str) {
        self.in_review.push(slip.to_owned());
        self.slips += 1;
        if self.method == "payhere" {
            self.deadline = self.deadline.map(|at| at.max(self.begun + DAY));
        }
    }

    pub(crate) fn reject(&mut self, slip: &str, now: i64) {
        self.in_review.retain(|kept| kept != slip);
        self.grant_rest(now);
    }

    pub(crate) fn reinstate(&mut self, now: i64) {
        self.is_cancelled = false;
        self.begun = now;
        self.deadline = own_time(self.method).map(|time| now + time);
    }

    fn status(&self) -> &'static str {
        if self.charged > 0 && self.held() <= 0 {
            "refunded"
        } else if self.returned > 0 {
            "partiallyRefunded"
        } else if self.due() == 0 && self.charged > 0 {
            "paid"
        } else if self.held() > 0 {
            "partiallyPaid"
        } else if self.in_review.is_empty() {
            "unpaid"
        } else {
            "pending"
        }
    }

    /// Compares an order as staff see it. Times may differ by a minute.
    pub(crate) fn check(&self, order: &Value, what: &str) {
        let payment = &order["payment"];
        let cents = |name: &str| cents_of(&payment[name]);
        let figures = json!({
            "charged": cents("charged"), "returned": cents("returned"), "held": cents("held"), "amountDue": cents("amountDue"),
            "refundDue": cents("refundDue"), "refundable": cents("refundable"), "paymentStatus": payment["paymentStatus"],
            "refunded": order["refunded"],
        });
        let expected = json!({
            "charged": self.charged, "returned": self.returned, "held": self.held(), "amountDue": self.due(),
            "refundDue": self.refund_due(), "refundable": self.held(), "paymentStatus": self.status(),
            "refunded": self.charged > 0 && self.held() <= 0,
        });
        assert_eq!(figures, expected, "after {what}: {self:?}\n{order}");
        let ends = payment["expiresAt"].as_str().map(|at| chrono::DateTime::parse_from_rfc3339(at).unwrap().timestamp());
        let is_suspended = self.method == "bankTransfer" && !self.in_review.is_empty();
        match (ends, self.deadline.filter(|_| !is_suspended)) {
            (None, None) => {}
            (Some(ends), Some(expected)) if (ends - expected).abs() <= MINUTE => {}
            (ends, expected) => panic!("expires at {ends:?}, expected {expected:?}, after {what}: {self:?}\n{order}"),
        }
    }
}

/// The time in which an order is paid by a method, by the settings of the walk.
fn own_time(method: &str) -> Option<i64> {
    match method {
        "payhere" => Some(45 * MINUTE),
        "bankTransfer" => Some(3 * DAY),
        _ => None,
    }
}

/// An amount of an answer in cents.
pub(crate) fn cents_of(amount: &Value) -> i64 {
    let text = format!("{:.2}", amount.as_f64().unwrap_or(f64::NAN));
    text.replace('.', "").parse().unwrap_or_else(|_| panic!("{amount} is no amount"))
}
