//! What the log tells of a call: its kind, its outcome, its time and size, and nothing that was in it.

use std::io;
use std::sync::{Arc, Mutex};

use client::{HeaderUpdate, Paging};
use contract::StocklistQuery;
use tracing::Level;

use crate::responder::{Reply, accepted, ok, signed_in};

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn the_log_holds_nothing_of_what_was_sent_or_answered() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(Level::TRACE)
        .with_span_events(tracing_subscriber::fmt::format::FmtSpan::FULL)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    let guard = tracing::subscriber::set_default(subscriber);
    let answer = r#"{"data":[{"id":"list-secret","name":"name-secret"}]}"#;
    let cookie =
        "HTTP/1.1 200 OK\r\nSet-Cookie: JSESSIONID=cookie-secret\r\nContent-Length: 2\r\n\r\n{}";
    let refusal = r#"{"errorCode":500,"errorMessage":"message-secret"}"#;
    let desk = signed_in([ok(answer), Reply::Bytes(cookie.into()), ok(refusal)]).await;
    let session = &desk.session;
    let filter = StocklistQuery { name: Some("query-secret".into()), ..StocklistQuery::default() };
    let page = Paging { max: 10, offset: 0 };
    accepted(desk.client.list_stocklists(session, &filter, page).await);
    let header = HeaderUpdate { name: Some("body-secret".into()), ..HeaderUpdate::default() };
    let id = "path-secret".into();
    let _ = desk.client.update_movement(session, &id, &header, &[]).await;
    let _ = desk.client.create_category(session, "body-secret").await;
    let _ = desk.client.generic_read(session, "object-secret", "..").await;
    drop(guard);
    let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    let ours: Vec<_> = text.lines().filter(|line| line.contains("client::")).collect();
    for word in ["ListStocklists", "method=GET", "status=200", "ms=", "bytes=52"] {
        assert!(ours.iter().any(|line| line.contains(word)), "{word} is not in {ours:#?}");
    }
    for secret in ["secret", "correct horse", "aokafor", "JSESSIONID", "S1", "max=10"] {
        assert!(!ours.iter().any(|line| line.contains(secret)), "{secret} is in {ours:#?}");
    }
}
