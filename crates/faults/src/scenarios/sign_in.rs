//! The sign-in provider.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::net::TcpListener;

use super::{Verdict, conclude};
use crate::answer::ask;
use crate::report::Figures;
use crate::server::free_port;
use crate::stage::Stage;

/// The longest that the provider is waited for, connecting and asking, and some for a busy machine.
const LONGEST: Duration = Duration::from_secs(8);

/// Nobody there, then somebody who never says anything: whoever signs in that way is told, everybody else notices nothing.
pub(super) async fn down(stage: &mut Stage) -> Verdict {
    let mute = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let mute_port = mute.local_addr().expect("a free port").port();
    let ports = [("a", free_port()), ("b", mute_port)];
    let mut instances = Vec::new();
    for (name, port) in ports {
        for (variable, value) in [("OAUTH_CLIENT_ID", "shop"), ("OAUTH_CLIENT_SECRET", "secret")] {
            stage.shop.set(variable, value);
        }
        for (variable, path) in [("AUTHORIZE", "authorize"), ("TOKEN", "token"), ("TOKENINFO", "tokeninfo"), ("USERINFO", "userinfo")] {
            stage.shop.set(&format!("OAUTH_{variable}_URL"), &format!("http://127.0.0.1:{port}/{path}"));
        }
        let opened = if instances.is_empty() { stage.open(&[name]).await } else { vec![stage.shop.start(name).await] };
        instances.extend(opened);
    }
    stage.lead_to(&instances.iter().map(|instance| instance.base().to_owned()).collect::<Vec<_>>());
    let load = stage.load();
    let (probe, begun) = (stage.probe(instances[1].base()), Instant::now());
    let mut figures = Figures::default();
    for instance in &instances {
        let request = stage.counter.client.post(format!("{}/api/users/google", instance.base()));
        let answer = ask(request.json(&json!({"token": "somebody's"}))).await.expect("an answer");
        assert_eq!((answer.status, answer.code()), (503, "auth.provider_unavailable"), "{}", answer.body);
        assert!(answer.took < LONGEST, "somebody waited {:?} for the provider", answer.took);
        figures.refused(answer.took);
    }
    load.placed(20).await;
    assert!(probe.successes(begun) > 10, "others were held up");
    conclude(stage, load, &instances, figures).await
}
