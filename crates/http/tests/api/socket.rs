//! What only shows on a real connection.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};

use shop_http::pages::web_app::WebApp;
use shop_http::server::server;

use crate::shop::Shop;

/// Everything the server sends back until it closes the connection.
fn talk(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8(answer).unwrap()
}

#[test]
fn the_server_answers_and_stops() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let client = std::thread::spawn(move || {
        let get = talk(address, "GET /api/shop HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        let head = talk(address, "HEAD /api/shop HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        let nonsense = talk(address, "nonsense\r\n\r\n");
        (get, head, nonsense)
    });
    let (get, head, nonsense) = actix_web::rt::System::new().block_on(async move {
        let server = server(listener, Shop::new().state(), WebApp::default(), 1, 100).unwrap();
        let handle = server.handle();
        let running = actix_web::rt::spawn(server);
        let answers = actix_web::rt::task::spawn_blocking(|| client.join().unwrap()).await.unwrap();
        handle.stop(true).await;
        running.await.unwrap().unwrap();
        answers
    });
    let (get_head, get_body) = get.split_once("\r\n\r\n").unwrap();
    assert!(get_head.starts_with("HTTP/1.1 200 OK") && get_body.starts_with('{'), "{get}");
    assert!(head.ends_with("\r\n\r\n") && !head.contains('{'), "a HEAD answer has no body: {head}");
    let length = format!("content-length: {}", get_body.len());
    assert!(get_head.contains(&length) && head.contains(&length), "{head}");
    assert!(nonsense.starts_with("HTTP/1.1 400 Bad Request\r\n"), "{nonsense}");
    assert!(nonsense.ends_with("\r\n\r\n") && !nonsense.to_lowercase().contains("parse"), "the framework's bare answer: {nonsense}");
}
