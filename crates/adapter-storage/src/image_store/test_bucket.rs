//! A bucket on this machine that speaks just enough of the S3 protocol for the tests.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// The objects of a bucket, and the requests it received.
#[derive(Default)]
pub(super) struct Bucket {
    objects: BTreeMap<String, Vec<u8>>,
    pub(super) requests: Vec<Request>,
    /// Answer every request with this status instead.
    pub(super) fail_with: Option<u16>,
    /// Stores the next object, but answers 503.
    pub(super) lose_an_answer: bool,
}

#[derive(Clone, Default)]
pub(super) struct Request {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) headers: BTreeMap<String, String>,
    body: Vec<u8>,
}

/// Starts a bucket named `images`; its endpoint, and the bucket to look into.
pub(super) async fn start() -> (String, Arc<Mutex<Bucket>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    let bucket = Arc::new(Mutex::new(Bucket::default()));
    let shared = Arc::clone(&bucket);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream, Arc::clone(&shared)));
        }
    });
    (endpoint, bucket)
}

async fn serve(stream: TcpStream, bucket: Arc<Mutex<Bucket>>) {
    let mut stream = BufReader::new(stream);
    while let Some(request) = read(&mut stream).await {
        let head = request.method == "HEAD";
        let (status, body) = bucket.lock().unwrap().answer(request);
        let etag = if status == 200 { "ETag: \"tag\"\r\nLast-Modified: Sun, 01 Mar 2026 08:00:00 GMT\r\n" } else { "" };
        let answer = format!("HTTP/1.1 {status} x\r\n{etag}Content-Length: {}\r\n\r\n", body.len());
        // In one piece: two would wait for each other's acknowledgement.
        let sent = if head { &[][..] } else { &body };
        stream.write_all(&[answer.as_bytes(), sent].concat()).await.unwrap();
    }
}

/// The next request on the connection, if there is one.
async fn read(stream: &mut BufReader<TcpStream>) -> Option<Request> {
    let mut request = Request::default();
    let mut line = String::new();
    stream.read_line(&mut line).await.ok().filter(|n| *n > 0)?;
    let mut words = line.split_whitespace();
    request.method = words.next()?.to_owned();
    let path = words.next()?.split('?').next()?;
    request.path = path.strip_prefix("/images")?.trim_start_matches('/').to_owned();
    loop {
        line.clear();
        stream.read_line(&mut line).await.ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        request.headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
    }
    let length = request.headers.get("content-length").and_then(|l| l.parse().ok()).unwrap_or(0);
    request.body = vec![0; length];
    stream.read_exact(&mut request.body).await.ok()?;
    Some(request)
}

impl Bucket {
    fn answer(&mut self, request: Request) -> (u16, Vec<u8>) {
        self.requests.push(request.clone());
        if let Some(status) = self.fail_with {
            return (status, Vec::new());
        }
        match request.method.as_str() {
            "PUT" if request.headers.contains_key("if-none-match") && self.objects.contains_key(&request.path) => (412, Vec::new()),
            "PUT" => {
                self.objects.insert(request.path, request.body);
                (if std::mem::take(&mut self.lose_an_answer) { 503 } else { 200 }, Vec::new())
            }
            "GET" | "HEAD" => self.objects.get(&request.path).map_or((404, Vec::new()), |bytes| (200, bytes.clone())),
            "POST" => (200, self.delete_all(&String::from_utf8(request.body).unwrap())),
            "DELETE" => {
                self.objects.remove(&request.path);
                (204, Vec::new())
            }
            _ => (501, Vec::new()),
        }
    }

    /// `DeleteObjects`.
    fn delete_all(&mut self, body: &str) -> Vec<u8> {
        let keys: Vec<_> = body.split("<Key>").skip(1).filter_map(|rest| rest.split("</Key>").next()).collect();
        let deleted: String = keys.iter().map(|key| format!("<Deleted><Key>{key}</Key></Deleted>")).collect();
        for key in keys {
            self.objects.remove(key);
        }
        format!("<DeleteResult>{deleted}</DeleteResult>").into_bytes()
    }
}
