//! The signing key of tokens, when the operator configures none.

use test_harness::accounts::SignedInAs as _;
use test_harness::answer::Ask as _;

use crate::shop::Shop;
use crate::users::register;

const PASSWORD: &str = "frangipani by the sea";

#[tokio::test(flavor = "multi_thread")]
async fn instances_on_one_database_sign_with_one_key() {
    let shop = Shop::new().await.with("JWT_SECRET", "");
    // Both start at once: one generates the key, and the other reads it.
    let (one, other) = tokio::join!(shop.start("a"), shop.start("b"));
    let customer = register(&one, "kasun@example.com", PASSWORD).await;
    for server in [&one, &other] {
        server.get("/api/users/userdetail").signed_in_as(&customer).ask().await.expect_status(200);
    }
    assert!(!shop.data_dir("a").join("jwt-secret").exists(), "the data folder of one instance is no place for it");
    let secret: String = shop.database().client().await.query_one("SELECT secret FROM signing_key", &[]).await.unwrap().get(0);
    assert!(secret.len() >= 43, "256 random bits");
    assert!(!shop.log("a").contains(&secret) && !shop.log("b").contains(&secret));

    // A shop with another or a second address keeps its key.
    let shop = shop.with("PUBLIC_URL", "http://another.test");
    shop.start("c").await.get("/api/users/userdetail").signed_in_as(&customer).ask().await.expect_status(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_database_leaves_the_key_in_the_data_folder() {
    let shop = Shop::embedded().with("JWT_SECRET", "");
    let server = shop.start("a").await;
    let customer = register(&server, "kasun@example.com", PASSWORD).await;
    assert!(server.terminate().await.success());
    let key = std::fs::read_to_string(shop.data_dir("a").join("jwt-secret")).unwrap();
    assert!(key.trim().len() >= 32);
    shop.start("a").await.get("/api/users/userdetail").signed_in_as(&customer).ask().await.expect_status(200);
}
