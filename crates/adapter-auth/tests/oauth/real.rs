//! The suite of the port, on a real provider.

use testkit::contracts::accounts::provider;

use crate::real_provider::RealProvider;

macro_rules! rules {
    ($($rule:ident),+ $(,)?) => {$(
        #[tokio::test]
        async fn $rule() {
            provider::$rule(&RealProvider::start().await).await;
        }
    )+};
}

rules!(
    a_code_proves_who_somebody_is,
    a_token_proves_who_somebody_is,
    a_code_works_once,
    a_code_needs_its_verifier_and_its_address,
    what_was_issued_to_another_client_proves_nothing,
    an_unverified_address_proves_nothing,
    an_unknown_or_revoked_token_proves_nothing,
);
