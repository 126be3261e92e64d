//! The demo shop on two instances behind nginx, for a command that uses it as a browser does.

use std::collections::BTreeSet;
use std::process::ExitCode;

use futures_util::future::join_all;
use test_harness::instance::free_port;
use test_harness::shop::Shop;

use crate::cluster::{NAMES, Services, ports};
use crate::database_server::DatabaseServer;
use crate::nginx::{Balance, Nginx};
use crate::template::{EMPTY, ROLE, create_database};
use crate::{run, shop_program};

/// Runs a command while the demo shop is open, each request at the next instance. The command finds the address in `E2E_BASE_URL` and the
/// demo accounts in `E2E_DATA_DIR/demo.json`. Fails when the command fails, or when one instance got no request.
pub(crate) async fn run_command(command: &[String]) -> ExitCode {
    let [program, arguments @ ..] = command else {
        eprintln!("usage: faults --with-cluster COMMAND [ARGUMENT…]");
        return ExitCode::from(2);
    };
    let server = tokio::task::block_in_place(|| DatabaseServer::start(&run::folder()));
    let superuser = server.client("postgres").await;
    superuser.batch_execute(&format!("CREATE ROLE {ROLE} LOGIN")).await.expect("a role for the shop");
    create_database(&superuser, "demo", EMPTY).await.expect("a database for the shop");

    let mut shop = Shop::new(&shop_program());
    let services = Services::start(&mut shop);
    let port = free_port();
    // The signing key is that of the database, as where no variable gives one.
    for (name, value) in
        [("DATABASE_URL", server.url(ROLE, "demo").as_str()), ("PUBLIC_URL", &format!("http://127.0.0.1:{port}")), ("JWT_SECRET", "")]
    {
        shop.set(name, value);
    }
    let filled = shop.run(NAMES[0], &["demo"]).await;
    assert!(filled.status.success(), "the demo shop is not filled: {}", filled.stderr);
    let instances = join_all(NAMES.map(|name| shop.start(name))).await;
    for instance in &instances {
        instance.search_stands().await;
    }
    let nginx = Nginx::start(port, &ports(&instances), Balance::InTurn).await;

    let mut child = tokio::process::Command::new(program);
    child.args(arguments).env("E2E_BASE_URL", nginx.origin()).env("E2E_DATA_DIR", shop.data_dir(NAMES[0])).kill_on_drop(true);
    let status = child.status().await.expect("a command that runs");
    let exchanges = nginx.exchanges();
    let used: BTreeSet<u16> = exchanges.iter().filter(|e| e.status < 400).filter_map(|e| Some(e.tried.last()?.0)).collect();
    println!("{} requests through nginx to {} instances, {} mails", exchanges.len(), used.len(), services.mails.mails().len());
    if status.success() && used.len() == NAMES.len() {
        return ExitCode::SUCCESS;
    }
    eprintln!("{}{}", shop.last_lines(), nginx.errors());
    ExitCode::FAILURE
}
