//! Two instances behind nginx, with one bucket for pictures and one mail server: a shop as it runs on several machines.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use reqwest::Client;
use test_harness::instance::{Instance, free_port};
use test_harness::shop::Shop;
use testkit::s3_server::{self, S3Server};
use testkit::smtp_server::SmtpServer;
use tokio::task::block_in_place;
use tokio::time::sleep;

use crate::fixture::Fixture;
use crate::nginx::{Balance, FAIL_TIMEOUT, Nginx, SERVED_BY, client_at};

/// The names of the instances.
pub(crate) const NAMES: [&str; 2] = ["a", "b"];
/// Timeout of a customer's request. nginx waits 60 s for an answer.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(70);
/// The number of the first visitor's address, so that none has that of a customer.
const VISITORS: u8 = 120;

/// The services that all instances use.
pub(crate) struct Services {
    pub(crate) bucket: S3Server,
    pub(crate) mails: SmtpServer,
}

impl Services {
    /// Starts them, and names them and the proxy to the processes of a shop that start from now on.
    pub(crate) fn start(shop: &mut Shop) -> Self {
        let (bucket, mails) = block_in_place(|| (S3Server::start(), SmtpServer::start(free_port())));
        for (name, value) in [
            ("S3_BUCKET", s3_server::BUCKET),
            ("S3_ENDPOINT", bucket.endpoint()),
            ("S3_REGION", "us-east-1"),
            ("S3_ACCESS_KEY_ID", s3_server::ACCESS_KEY_ID),
            ("S3_SECRET_ACCESS_KEY", s3_server::SECRET_ACCESS_KEY),
            ("SMTP_URL", &mails.url()),
            ("TRUSTED_PROXIES", "127.0.0.1"),
        ] {
            shop.set(name, value);
        }
        Self { bucket, mails }
    }
}

/// A running cluster.
pub(crate) struct Cluster {
    pub(crate) nginx: Nginx,
    pub(crate) services: Services,
    pub(crate) instances: Vec<Instance>,
    /// The ports that nginx knows, in the order of [`NAMES`].
    pub(crate) ports: Vec<u16>,
}

/// A client at an address that nginx sends to one instance.
pub(crate) struct Visitor {
    pub(crate) client: Client,
}

impl Cluster {
    /// Starts two instances and nginx, gives each customer an address, half of them at each instance, and revokes the sessions of some
    /// users.
    pub(crate) async fn open(fixture: &mut Fixture) -> Self {
        let services = Services::start(&mut fixture.shop);
        let instances = fixture.start_all(&NAMES).await;
        let ports = ports(&instances);
        let nginx = Nginx::start(free_port(), &ports, Balance::ByAddress).await;
        let [some, others] = visitors(&nginx, &ports, 1, fixture.customers.users.len().div_ceil(2)).await;
        fixture.customers.clients = Arc::new(some.into_iter().chain(others).map(|visitor| visitor.client).collect());
        fixture.welcome(&nginx.origin()).await;
        Self { nginx, services, instances, ports }
    }

    /// Starts the instance number `index` in the place of one that has ended.
    pub(crate) async fn start(&mut self, fixture: &Fixture, index: usize) {
        let instance = fixture.shop.start(NAMES[index]).await;
        let port = instance.address().port();
        self.instances.insert(index, instance);
        // Another program may have taken the port of the one that ended.
        if self.ports[index] != port {
            self.ports[index] = port;
            self.nginx.point_to(&self.ports).await;
        }
    }

    /// Ends both instances, and starts them at the same time.
    pub(crate) async fn restart_all(&mut self, fixture: &Fixture) {
        for status in join_all(self.instances.drain(..).map(Instance::terminate)).await {
            assert_eq!(status.code(), Some(0), "{status}");
        }
        self.instances = fixture.start_all(&NAMES).await;
        self.ports = ports(&self.instances);
        self.nginx.point_to(&self.ports).await;
        sleep(FAIL_TIMEOUT).await;
    }

    /// The first visitor of each instance, in the order of [`NAMES`].
    pub(crate) async fn visitors(&self) -> [Visitor; 2] {
        visitors(&self.nginx, &self.ports, VISITORS, 1).await.map(|mut visitors| visitors.remove(0))
    }
}

/// The ports of instances, in their order.
pub(crate) fn ports(instances: &[Instance]) -> Vec<u16> {
    instances.iter().map(|instance| instance.address().port()).collect()
}

/// This many visitors of each instance, with addresses from the number `first` on.
///
/// # Panics
/// When one instance gets too few of 100.
async fn visitors(nginx: &Nginx, ports: &[u16], first: u8, of_each: usize) -> [Vec<Visitor>; 2] {
    let mut found = [Vec::new(), Vec::new()];
    for number in first..first + 100 {
        let client = client_at(number, REQUEST_TIMEOUT);
        let port = served_by(&client, &nginx.origin()).await;
        let index = ports.iter().position(|known| *known == port).expect("one of the instances");
        if found[index].len() < of_each {
            found[index].push(Visitor { client });
        }
        if found.iter().all(|visitors| visitors.len() == of_each) {
            return found;
        }
    }
    panic!("of 100 addresses one instance got fewer than {of_each}");
}

/// The port of the instance that answers a client.
pub(crate) async fn served_by(client: &Client, origin: &str) -> u16 {
    let answer = client.get(format!("{origin}/healthz")).send().await.expect("an answer");
    let address = answer.headers()[SERVED_BY].to_str().expect("an address").to_owned();
    address.rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port")
}
