//! Faults of the sign-in provider.

use std::time::{Duration, Instant};

use serde_json::json;
use test_harness::answer::Ask as _;
use test_harness::instance::Instance;
use test_harness::instance::free_port;
use tokio::net::TcpListener;

use super::{Verdict, conclude};
use crate::fixture::Fixture;
use crate::report::Figures;

/// The longest answer: the timeouts of connection and request to the provider, and a reserve for a busy machine.
const ANSWERED_WITHIN: Duration = Duration::from_secs(8);

/// No provider, then one that never answers: these sign-ins get a 503, all other requests are answered.
pub(super) async fn down(fixture: &mut Fixture) -> Verdict {
    let silent = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let silent_port = silent.local_addr().expect("a free port").port();
    let ports = [("a", free_port()), ("b", silent_port)];
    let mut instances = Vec::new();
    for (name, port) in ports {
        for (variable, value) in [("OAUTH_CLIENT_ID", "shop"), ("OAUTH_CLIENT_SECRET", "secret")] {
            fixture.shop.set(variable, value);
        }
        for (variable, path) in [("AUTHORIZE", "authorize"), ("TOKEN", "token"), ("TOKENINFO", "tokeninfo"), ("USERINFO", "userinfo")] {
            fixture.shop.set(&format!("OAUTH_{variable}_URL"), &format!("http://127.0.0.1:{port}/{path}"));
        }
        let opened = if instances.is_empty() { fixture.open(&[name]).await } else { vec![fixture.shop.start(name).await] };
        instances.extend(opened);
    }
    fixture.set_origins(&instances.iter().map(Instance::origin).collect::<Vec<_>>());
    let load = fixture.load();
    let (probe, begun) = (fixture.probe(&instances[1].origin()), Instant::now());
    let mut figures = Figures::default();
    for instance in &instances {
        let request = fixture.customers.client.post(format!("{}/api/users/google", instance.origin()));
        let answer = request.json(&json!({"token": "any"})).ask().await;
        answer.expect_problem(503, "auth.provider_unavailable");
        assert!(answer.took < ANSWERED_WITHIN, "a request waited {:?} for the provider", answer.took);
        figures.refused(answer.took);
    }
    load.placed(20).await;
    assert!(probe.successes(begun) > 10, "other requests were delayed");
    conclude(fixture, load, &instances, figures).await
}
