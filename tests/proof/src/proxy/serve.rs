//! Serves one connection of the proxy: reads a request, follows its rule, and reads the next.

use std::future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::sleep;

use super::exchange::Record;
use super::message::{self, Message};
use super::script::{Fault, Rule, When};

type Client = BufReader<TcpStream>;

/// Serves a client until one side closes or a rule ends it.
pub(super) async fn connection(record: Arc<Record>, client: TcpStream) {
    let _ = client.set_nodelay(true);
    let mut client = BufReader::new(client);
    while let Ok(Some(request)) = message::request(&mut client).await {
        let (number, rule) = record.begin(&request);
        let ending = Ending { record: &record, number };
        let rule = rule.unwrap_or_else(|| Rule::on("*", "*"));
        let exchange = Exchanging { record: &record, number, request: &request, rule: &rule };
        sleep(rule.delay_request).await;
        let next = exchange.follow(client).await;
        drop(ending);
        match next {
            Ok(Some(kept)) if !request.last => client = kept,
            _ => return,
        }
    }
}

/// The client's part ends whatever happens: also when the proxy is stopped in the middle.
struct Ending<'a> {
    record: &'a Record,
    number: usize,
}

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.record.end(self.number);
    }
}

struct Exchanging<'a> {
    record: &'a Record,
    number: usize,
    request: &'a Message,
    rule: &'a Rule,
}

impl Exchanging<'_> {
    /// The client's connection, if it goes on.
    async fn follow(&self, client: Client) -> io::Result<Option<Client>> {
        match &self.rule.fault {
            Fault::None => {
                let answer = self.deliver(self.request.bytes.len()).await?;
                self.hand_back(client, answer).await
            }
            Fault::Hold => {
                let answer = self.deliver(self.request.bytes.len()).await?;
                self.record.hold().await;
                self.hand_back(client, answer).await
            }
            Fault::CutRequest(bytes) => {
                // Delivered first: the client's close is not to come before the service's.
                let _ = self.deliver(*bytes).await;
                self.close(client)
            }
            Fault::CutAnswer(bytes) => {
                let answer = self.deliver(self.request.bytes.len()).await?;
                let mut client = self.hand_back_part(client, answer, *bytes).await?;
                client.shutdown().await?;
                self.close(client)
            }
            Fault::ResetAnswer(bytes) => {
                let answer = self.deliver(self.request.bytes.len()).await?;
                let client = self.hand_back_part(client, answer, *bytes).await?;
                // The bytes are to be read before the reset throws them away.
                sleep(Duration::from_millis(20)).await;
                self.reset(client)
            }
            Fault::ResetRequest => self.reset(client),
            Fault::HalfClose => self.half_close(client).await,
            Fault::Late(when) => {
                self.close(client)?;
                match when {
                    When::After(time) => sleep(*time).await,
                    When::Released => self.record.hold().await,
                }
                self.deliver(self.request.bytes.len()).await.map(|_| None)
            }
            Fault::Swap(bytes) => {
                let _ = self.deliver(self.request.bytes.len()).await;
                self.hand_back(client, Some(instead(bytes))).await
            }
            Fault::Instead(bytes) => self.hand_back(client, Some(instead(bytes))).await,
            Fault::BlackHole => future::pending().await,
        }
    }

    /// Hands the first bytes of the request to the service, and reads the answer if that was all.
    async fn deliver(&self, bytes: usize) -> io::Result<Option<Message>> {
        let request = &self.request.bytes[..bytes.min(self.request.bytes.len())];
        let mut service = BufReader::new(TcpStream::connect(&self.record.service).await?);
        let _ = service.get_ref().set_nodelay(true);
        pace(&mut service, request, self.rule.rate).await?;
        let whole = request.len() == self.request.bytes.len();
        self.record.note(self.number, |exchange| {
            exchange.delivered = request.len();
            exchange.whole = whole;
            exchange.handed_on = Some(std::time::Instant::now());
        });
        if !whole {
            service.shutdown().await?;
            // What it says to half a request is nobody's answer; its close is waited for, so that
            // whatever it does, it has done when the client sees the end.
            let (method, _) = self.request.method_and_target();
            let _ = message::answer(&mut service, &method).await;
            return Ok(None);
        }
        let (method, _) = self.request.method_and_target();
        let answer = message::answer(&mut service, &method).await?;
        self.record.note(self.number, |exchange| {
            exchange.status = answer.as_ref().and_then(Message::status);
            exchange.answer = answer.as_ref().map_or(0, |answer| answer.bytes.len());
        });
        Ok(answer)
    }

    async fn hand_back(
        &self,
        client: Client,
        answer: Option<Message>,
    ) -> io::Result<Option<Client>> {
        let last = answer.as_ref().is_none_or(|answer| answer.last);
        let mut client = self.hand_back_part(client, answer, usize::MAX).await?;
        if last {
            client.shutdown().await?;
            return self.close(client);
        }
        Ok(Some(client))
    }

    async fn hand_back_part(
        &self,
        mut client: Client,
        answer: Option<Message>,
        bytes: usize,
    ) -> io::Result<Client> {
        let Some(answer) = answer else { return Ok(client) };
        sleep(self.rule.delay_answer).await;
        let part = &answer.bytes[..bytes.min(answer.bytes.len())];
        // Noted beforehand: who reads the answer may look at the record at once.
        self.record.note(self.number, |exchange| exchange.returned = part.len());
        if part.len() == answer.bytes.len() && self.rule.rate.is_none() {
            self.record.end(self.number);
        }
        pace(&mut client, part, self.rule.rate).await?;
        Ok(client)
    }

    async fn half_close(&self, mut client: Client) -> io::Result<Option<Client>> {
        let _ = self.deliver(self.request.bytes.len()).await;
        client.shutdown().await?;
        // Kept open for what the client may still say, until it closes as well.
        while let Ok(Some(_)) = message::request(&mut client).await {}
        self.close(client)
    }

    fn close(&self, client: Client) -> io::Result<Option<Client>> {
        self.record.end(self.number);
        drop(client);
        Ok(None)
    }

    /// Closes with a reset: what was not read is gone.
    fn reset(&self, client: Client) -> io::Result<Option<Client>> {
        client.get_ref().set_zero_linger()?;
        self.close(client)
    }
}

/// Bytes of a rule as an answer; the connection ends after them if they say so.
fn instead(bytes: &[u8]) -> Message {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let last = message::header(&text, "connection").is_some_and(|word| word == "close")
        || message::header(&text, "content-length").is_none();
    Message { bytes: bytes.to_vec(), head: 0, whole: true, last }
}

/// Writes at a rate, or at once.
async fn pace(
    to: &mut (impl AsyncWrite + Unpin),
    bytes: &[u8],
    rate: Option<u64>,
) -> io::Result<()> {
    let Some(rate) = rate else {
        to.write_all(bytes).await?;
        return to.flush().await;
    };
    // Ten steps a second, or one for each byte where there are fewer.
    let step = usize::try_from(rate / 10).unwrap_or(usize::MAX).max(1);
    let pause = Duration::from_secs_f64(step as f64 / rate as f64);
    for part in bytes.chunks(step) {
        to.write_all(part).await?;
        to.flush().await?;
        sleep(pause).await;
    }
    Ok(())
}
