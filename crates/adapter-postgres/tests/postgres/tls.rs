//! TLS to a real PostgreSQL, with certificates made here.

use std::fs::{self, Permissions};
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::path::{Path, PathBuf};

use adapter_postgres::{PoolOptions, Postgres};
use domain::accounts::ports::UserRepository as _;
use embedded_postgres::{Cluster, ClusterOptions};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use tempfile::TempDir;

/// A server that takes TLS and plain connections, its certificate made out to `localhost`.
struct Server {
    cluster: Cluster,
    port: u16,
    folder: TempDir,
}

fn authority(name: &str) -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.distinguished_name.push(rcgen::DnType::CommonName, name);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// Where files are that the server's account can read: PostgreSQL wants its key to be its own.
fn write_for(owner: (u32, u32), file: &Path, text: &str) {
    fs::write(file, text).unwrap();
    fs::set_permissions(file, Permissions::from_mode(0o600)).unwrap();
    let _ = chown(file, Some(owner.0), Some(owner.1));
}

impl Server {
    fn start() -> Self {
        use std::os::unix::fs::MetadataExt as _;
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), Permissions::from_mode(0o711)).unwrap();
        let data = folder.path().join("data");
        // The first start makes the data and shows whose it is.
        drop(Cluster::start(ClusterOptions::throwaway_in(&data)).unwrap());
        let owner = fs::metadata(data.join("pg")).map(|found| (found.uid(), found.gid())).unwrap();

        let (ours, theirs) = (authority("Ours"), authority("Theirs"));
        let key = KeyPair::generate().unwrap();
        let certificate = CertificateParams::new(vec!["localhost".to_owned()]).unwrap().signed_by(&key, &ours).unwrap();
        let place = |name: &str| folder.path().join(name);
        write_for(owner, &place("server.pem"), &certificate.pem());
        write_for(owner, &place("server.key"), &key.serialize_pem());
        fs::write(place("ours.pem"), ours.pem()).unwrap();
        fs::write(place("theirs.pem"), theirs.pem()).unwrap();

        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port();
        let text = |path: PathBuf| path.to_str().unwrap().to_owned();
        let options = ClusterOptions::throwaway_in(&data).loopback_port(port).setting("ssl", "on");
        let options = options.setting("ssl_cert_file", text(place("server.pem"))).setting("ssl_key_file", text(place("server.key")));
        Self { cluster: Cluster::start(options).unwrap(), port, folder }
    }

    /// The address over the network, under a name, with these parameters.
    fn url(&self, host: &str, parameters: &str) -> String {
        format!("postgres://postgres@{host}:{}/postgres?{parameters}", self.port)
    }

    fn certificate(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    /// How the shop's connections are protected, as the server sees it.
    async fn encrypted(&self, url: &str) -> Result<bool, String> {
        let connected = Postgres::connect(url, PoolOptions::default()).await;
        let _postgres = connected.map_err(|error| format!("{:?}", std::error::Error::source(&error)))?;
        let (client, connection) = tokio_postgres::connect(&self.cluster.url("postgres"), tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        let seen = "SELECT bool_and(s.ssl) FROM pg_stat_ssl s JOIN pg_stat_activity a USING (pid) WHERE a.application_name = 'araliya/3'";
        Ok(client.query_one(seen, &[]).await.unwrap().get(0))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_mode_does_what_it_says() {
    let server = tokio::task::spawn_blocking(Server::start).await.unwrap();
    let (ours, theirs) = (server.certificate("ours.pem"), server.certificate("theirs.pem"));
    let with = |mode: &str, roots: &str| format!("sslmode={mode}&sslrootcert={roots}");

    for (host, parameters, expected) in [
        ("localhost", "sslmode=disable".to_owned(), false),
        ("localhost", "sslmode=prefer".to_owned(), true),
        ("localhost", String::new(), true),
        ("localhost", "sslmode=require".to_owned(), true),
        ("127.0.0.1", with("require", &ours), true),
        ("127.0.0.1", with("verify-ca", &ours), true),
        ("localhost", with("verify-full", &ours), true),
    ] {
        let encrypted = server.encrypted(&server.url(host, &parameters)).await;
        assert_eq!(encrypted, Ok(expected), "{host} {parameters}");
    }
    for (host, parameters) in [
        ("localhost", with("require", &theirs)),
        ("localhost", with("verify-ca", &theirs)),
        ("localhost", with("verify-full", &theirs)),
        // The certificate is not made out to this name.
        ("127.0.0.1", with("verify-full", &ours)),
        // No authority that this machine trusts has issued it.
        ("localhost", "sslmode=verify-full".to_owned()),
    ] {
        let refused = server.encrypted(&server.url(host, &parameters)).await.unwrap_err();
        assert!(refused.contains("certificate") || refused.contains("Certificate"), "{host} {parameters}: {refused}");
    }
}

/// Asking to cancel a statement takes a connection of its own, which has to be protected as well.
#[tokio::test(flavor = "multi_thread")]
async fn a_statement_that_nobody_waits_for_is_cancelled_over_tls() {
    let server = tokio::task::spawn_blocking(Server::start).await.unwrap();
    let url = server.url("localhost", &format!("sslmode=verify-full&sslrootcert={}", server.certificate("ours.pem")));
    Postgres::migrate(&url).await.unwrap();
    let postgres = Postgres::connect(&url, PoolOptions::default()).await.unwrap();
    let (client, connection) = tokio_postgres::connect(&server.cluster.url("postgres"), tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    client.batch_execute("BEGIN; LOCK TABLE users").await.unwrap();
    let reading = tokio::spawn(async move { postgres.credentials(&testkit::sample_users::email()).await });
    let waiting = async |wanted: i64| {
        let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted";
        while client.query_one(waiting, &[]).await.unwrap().get::<_, i64>(0) != wanted {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    waiting(1).await;
    reading.abort();
    assert!(reading.await.unwrap_err().is_cancelled());
    tokio::time::timeout(std::time::Duration::from_millis(1_500), waiting(0)).await.expect("it is cancelled");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_tls_is_refused_where_it_is_asked_for() {
    let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port();
    let start = move || Cluster::start(ClusterOptions::throwaway().loopback_port(port)).unwrap();
    let _cluster = tokio::task::spawn_blocking(start).await.unwrap();
    let url = |mode: &str| format!("postgres://postgres@localhost:{port}/postgres?sslmode={mode}");
    Postgres::connect(&url("prefer"), PoolOptions::default()).await.unwrap();
    for mode in ["require", "verify-full"] {
        assert!(Postgres::connect(&url(mode), PoolOptions::default()).await.is_err(), "{mode}");
    }
    assert!(Postgres::migrate(&url("require")).await.is_err());
}
