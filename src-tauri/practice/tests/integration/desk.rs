//! A started service and a client of it, for the other tests.

use practice::{Options, Running, Service, Variant, sample};
use reqwest::{Client, Method, header};
use serde_json::{Value, json};

/// A service with a client that may be signed in.
pub struct Desk {
    pub running: Running,
    pub cookie: Option<String>,
    client: Client,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub content_type: String,
    pub set_cookie: Option<String>,
    pub location: Option<String>,
    pub text: String,
    pub json: Value,
}

impl Answer {
    /// The value under `data` of a 200.
    #[track_caller]
    pub fn data(self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text);
        assert_eq!(self.content_type, "application/json;charset=UTF-8");
        assert_eq!(self.json.as_object().unwrap().len(), 1, "only data: {}", self.text);
        self.json["data"].clone()
    }

    /// Checks for an error body of section 7 and gives its message.
    #[track_caller]
    pub fn refused(self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.text);
        assert_eq!(self.content_type, "application/json;charset=UTF-8");
        assert_eq!(self.json["errorCode"], status);
        self.json["errorMessage"].as_str().unwrap().to_owned()
    }
}

pub fn client() -> Client {
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder().redirect(reqwest::redirect::Policy::none()).no_proxy().build().unwrap()
}

/// The day all tests count back from.
pub fn options() -> Options {
    Options { today: "2026-03-20".parse().ok(), ..Options::default() }
}

impl Desk {
    /// Nobody is signed in.
    pub async fn closed(options: Options) -> Desk {
        let running = Service::start(options).await.unwrap();
        Desk { running, cookie: None, client: client() }
    }

    /// Amara Okafor is signed in.
    pub async fn with(options: Options) -> Desk {
        let mut desk = Desk::closed(options).await;
        desk.sign_in("aokafor").await;
        desk
    }

    pub async fn open() -> Desk {
        Desk::with(options()).await
    }

    pub async fn variant(variant: Variant) -> Desk {
        Desk::with(Options { variants: vec![variant], ..options() }).await
    }

    pub async fn login(&self, username: &str, password: &str) -> Answer {
        self.post("/api/login", json!({"username": username, "password": password})).await
    }

    pub async fn sign_in(&mut self, username: &str) {
        let answer = self.login(username, sample::PASSWORD).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        if let Some(cookie) = answer.set_cookie {
            self.keep(&cookie);
        }
    }

    /// Keeps a `Set-Cookie` value for the next requests.
    pub fn keep(&mut self, set_cookie: &str) {
        self.cookie = set_cookie.split(';').next().map(str::to_owned);
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send(Method::POST, path, Some(body.to_string())).await
    }

    pub async fn send(&self, method: Method, path: &str, body: Option<String>) -> Answer {
        self.try_send(method, path, body).await.unwrap()
    }

    pub async fn try_send(
        &self,
        method: Method,
        path: &str,
        body: Option<String>,
    ) -> reqwest::Result<Answer> {
        let url = format!("{}{path}", self.running.base());
        let mut request = self.client.request(method, url);
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        if let Some(body) = body {
            request = request.header(header::CONTENT_TYPE, "application/json").body(body);
        }
        let response = request.send().await?;
        let header = |name| {
            let value = response.headers().get(name)?;
            Some(value.to_str().unwrap().to_owned())
        };
        let (content_type, set_cookie) = (header(header::CONTENT_TYPE), header(header::SET_COOKIE));
        let location = header(header::LOCATION);
        let status = response.status().as_u16();
        let text = response.text().await?;
        let json = serde_json::from_str(&text).unwrap_or_default();
        let content_type = content_type.unwrap_or_default();
        Ok(Answer { status, content_type, set_cookie, location, text, json })
    }

    /// A new movement from the Central store to Theatre block A; its id.
    pub async fn movement(&self) -> String {
        let created = self.post("/api/stockMovements", header_fields()).await.data();
        text(&created["id"])
    }

    /// Sends instructions and gives the movement.
    pub async fn instruct(&self, movement: &str, instructions: Value) -> Answer {
        let body = json!({"id": movement, "lineItems": instructions});
        self.post(&format!("/api/stockMovements/{movement}"), body).await
    }

    /// A new movement with one open item of gloves size M, quantity 10; both ids.
    pub async fn movement_with_gloves(&self) -> (String, String) {
        self.movement_with(sample::GLOVES_M, 10).await
    }

    /// A new movement with one open item; both ids.
    pub async fn movement_with(&self, product: &str, quantity: i64) -> (String, String) {
        let movement = self.movement().await;
        let entry = json!([{"product.id": product, "quantityRequested": quantity,
            "sortOrder": 100}]);
        let answer = self.instruct(&movement, entry).await.data();
        (movement, text(&answer["lineItems"][0]["id"]))
    }
}

/// The fields of a new movement.
pub fn header_fields() -> Value {
    json!({
        "name": "Top-up", "description": "For tonight", "origin.id": sample::CENTRAL_STORE,
        "destination.id": sample::THEATRE_BLOCK_A, "requestedBy.id": sample::AMARA_OKAFOR,
        "dateRequested": "03/20/2026",
    })
}

#[track_caller]
pub fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

#[track_caller]
pub fn array(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap()
}
