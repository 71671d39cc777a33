//! Every command of the list answers, in the shape the window knows.

use contract::{BACKEND_COMMANDS, CommandInfo, Failure, Reason, WINDOW_COMMANDS};
use serde_json::{Value, json};
use tauri::WebviewWindow;
use tauri::ipc::{CallbackFn, InvokeBody, InvokeResponseBody};
use tauri::test::{INVOKE_KEY, MockRuntime, mock_builder, mock_context, noop_assets};
use tauri::webview::InvokeRequest;

/// The shell on a runtime without windows, with data of its own.
pub struct Shell {
    pub window: WebviewWindow<MockRuntime>,
    pub app: tauri::App<MockRuntime>,
    pub data: tempfile::TempDir,
}

impl Shell {
    pub fn open() -> Self {
        Self::on(tempfile::tempdir().unwrap())
    }

    pub fn on(data: tempfile::TempDir) -> Self {
        let app = mock_builder()
            .plugin(tauri_plugin_store::Builder::new().build())
            .invoke_handler(stockhand_app::handler())
            .build(mock_context(noop_assets()))
            .unwrap();
        let flags = stockhand_app::Flags { data: Some(data.path().into()), ..Default::default() };
        stockhand_app::prepare(app.handle(), flags).unwrap();
        let window =
            tauri::WebviewWindowBuilder::new(&app, "main", Default::default()).build().unwrap();
        Self { window, app, data }
    }

    pub fn call(&self, command: &str, request: Value) -> Result<Value, Value> {
        let request = InvokeRequest {
            cmd: command.into(),
            callback: CallbackFn(0),
            error: CallbackFn(1),
            url: "tauri://localhost".parse().unwrap(),
            body: InvokeBody::Json(json!({ "request": request })),
            headers: Default::default(),
            invoke_key: INVOKE_KEY.to_string(),
        };
        tauri::test::get_ipc_response(&self.window, request).map(|body| match body {
            InvokeResponseBody::Json(text) => serde_json::from_str(&text).unwrap(),
            InvokeResponseBody::Raw(bytes) => serde_json::from_slice(&bytes).unwrap(),
        })
    }
}

fn example(info: &CommandInfo) -> Value {
    serde_json::from_str(info.example).unwrap()
}

/// Dialogs, and the end of the program.
const WITH_A_SCREEN: [&str; 8] = [
    "choose_certificate",
    "save_journal",
    "save_table",
    "save_figures",
    "save_channel_script",
    "begin_sheet",
    "save_print",
    "close_now",
];

/// Nobody is signed in here, so a command may fail; but in words the window knows.
#[test]
fn r_w3_every_command_of_the_list_has_a_door() {
    let shell = Shell::open();
    // It would call a host that does not exist.
    let without_a_network = ["check_server", "sign_in"];
    for info in BACKEND_COMMANDS.iter().chain(WINDOW_COMMANDS) {
        if WITH_A_SCREEN.contains(&info.name) || without_a_network.contains(&info.name) {
            continue;
        }
        if let Err(answer) = shell.call(info.name, example(info)) {
            serde_json::from_value::<Failure>(answer.clone())
                .unwrap_or_else(|_| panic!("{}: {answer} is no failure", info.name));
        }
    }
}

#[test]
fn r_w3_a_command_that_is_not_listed_is_refused() {
    let shell = Shell::open();
    let answer = shell.call("delete_everything", json!({})).unwrap_err();
    assert!(answer.to_string().contains("not found"), "{answer}");
}

#[test]
fn r_w4_a_request_of_another_shape_is_refused_and_nothing_breaks() {
    let shell = Shell::open();
    assert!(shell.call("list_movements", json!({ "rows": "all" })).is_err());
    assert!(shell.call("session", json!({})).is_ok());
}

/// What stands at the edges of what a field may hold, and beyond them.
fn hostile() -> [Value; 14] {
    [
        Value::Null,
        json!(true),
        json!(-1),
        json!(1.5),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(""),
        json!("\u{0}\u{202e}../../etc"),
        json!("x".repeat(70_000)),
        json!("<img src=x onerror=alert(1)>"),
        json!([]),
        json!(vec![0; 5_000]),
        json!({}),
        json!({ "type": "Unknown", "": { "": [[[[[]]]]] } }),
    ]
}

/// The paths to every value inside.
fn places(value: &Value, path: &str, found: &mut Vec<String>) {
    found.push(path.to_owned());
    let inside: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(key, of)| (key.clone(), of)).collect(),
        Value::Array(all) => all.iter().enumerate().map(|(at, of)| (at.to_string(), of)).collect(),
        _ => Vec::new(),
    };
    for (key, of) in inside {
        places(of, &format!("{path}/{key}"), found);
    }
}

/// Each value of each command's example in turn gives way to a hostile one. A panic would leave its call
/// without an answer.
#[test]
fn r_w4_hostile_arguments_of_every_command_are_answered() {
    let shell = Shell::open();
    // With a profile and a session, so that what is asked for is looked at.
    shell.call("open_practice", json!({})).unwrap();
    // Other computers, the end of the session.
    let left_out = [
        "check_server",
        "sign_in",
        "sign_in_remembered",
        "open_practice",
        "sign_out",
        "lock",
        "forget_data",
        "open_profile",
    ];
    let commands = BACKEND_COMMANDS.iter().chain(WINDOW_COMMANDS);
    let (hostile, mut calls) = (hostile(), 0);
    let is_left_out = |name: &str| left_out.contains(&name) || WITH_A_SCREEN.contains(&name);
    for info in commands.filter(|info| !is_left_out(info.name)) {
        let mut found = Vec::new();
        places(&example(info), "", &mut found);
        for path in &found {
            for value in &hostile {
                let mut request = example(info);
                *request.pointer_mut(path).unwrap() = value.clone();
                if let Err(answer) = shell.call(info.name, request) {
                    let is_told = answer.is_string()
                        || serde_json::from_value::<Failure>(answer.clone()).is_ok();
                    assert!(is_told, "{} at {path}: {answer}", info.name);
                }
                calls += 1;
            }
        }
    }
    assert!(calls > 2_000, "only {calls} calls");
    assert_eq!(shell.call("session", json!({})).unwrap()["signed_in"], true);
}

#[test]
fn settings_are_kept_and_read_back() {
    let shell = Shell::open();
    let settings = json!({ "theme": "dark", "text_size": 150, "language": "fr" });
    shell.call("save_settings", json!({ "settings": settings })).unwrap();
    let read = shell.call("start_options", json!({})).unwrap()["settings"].take();
    assert_eq!(read["theme"], "dark");
    assert_eq!(read["text_size"], 150);
    assert_eq!(read["language"], "fr");
    assert_eq!(read["density"], "compact");
}

#[test]
fn the_practice_warehouse_opens_with_one_command() {
    let shell = Shell::open();
    let signed_in = shell.call("open_practice", json!({})).unwrap();
    assert_eq!(signed_in["profile"]["user_name"], practice::sample::USERS[0].username);
    let session = shell.call("session", json!({})).unwrap();
    assert_eq!(session["signed_in"], true);
    assert_eq!(session["practice"], true);
}

#[test]
fn failures_cross_the_border_unchanged() {
    let shapes = [
        Failure::from(Reason::Required).at("name"),
        Failure::from(Reason::Refused { status: 500 }).saying(Some("No.".into())),
        Failure::from(Reason::PlainHttp { host: "stock.example".into() }).at("server"),
    ];
    insta::assert_json_snapshot!(shapes, @r#"
    [
      {
        "reason": {
          "code": "required"
        },
        "field": "name"
      },
      {
        "reason": {
          "code": "refused",
          "status": 500
        },
        "service_text": "No."
      },
      {
        "reason": {
          "code": "plain_http",
          "host": "stock.example"
        },
        "field": "server"
      }
    ]
    "#);
}
