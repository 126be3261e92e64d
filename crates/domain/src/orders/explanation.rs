//! How a total comes about, line by line.

/// What a line of an explanation is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExplanationCode {
    /// The goods at their full price.
    Goods,
    /// The reduction of the price of one product.
    Markdown,
    /// Delivery at its full price.
    Delivery,
    /// What of the delivery is free.
    FreeDelivery,
    /// The fee of cash on delivery.
    CodFee,
}

/// The text is no code of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be a code of an explanation")]
pub struct ExplanationCodeError;

impl ExplanationCode {
    const ALL: [Self; 5] = [Self::Goods, Self::Markdown, Self::Delivery, Self::FreeDelivery, Self::CodFee];

    /// Reads a code.
    ///
    /// # Errors
    /// [`ExplanationCodeError`] for any other text.
    pub fn parse(text: &str) -> Result<Self, ExplanationCodeError> {
        Self::ALL.into_iter().find(|code| code.as_str() == text).ok_or(ExplanationCodeError)
    }

    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Goods => "goods",
            Self::Markdown => "markdown",
            Self::Delivery => "delivery",
            Self::FreeDelivery => "freeDelivery",
            Self::CodFee => "codFee",
        }
    }
}

/// One line of an explanation; the lines of an order or a quote sum exactly to its total (contract-commerce, section 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplanationLine {
    /// What it is about.
    pub code: ExplanationCode,
    /// The name that a customer reads.
    pub label: String,
    /// The amount in cents; below 0 for what is taken off.
    pub cents: i64,
}

impl ExplanationLine {
    /// A line of this amount.
    #[must_use]
    pub fn new(code: ExplanationCode, label: impl Into<String>, cents: i64) -> Self {
        Self { code, label: label.into(), cents }
    }

    /// The line of the fee of cash on delivery.
    #[must_use]
    pub fn cod_fee(cents: i64) -> Self {
        Self::new(ExplanationCode::CodFee, "Fee for cash on delivery", cents)
    }

    /// The one line of a total of goods at full price.
    #[must_use]
    pub fn goods(cents: i64) -> Self {
        Self::new(ExplanationCode::Goods, "Goods at full price", cents)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_as_they_are_written() {
        for code in ExplanationCode::ALL {
            assert_eq!(ExplanationCode::parse(code.as_str()), Ok(code));
        }
        assert_eq!(ExplanationCode::parse("GOODS"), Err(ExplanationCodeError));
    }
}
