//! From a command's name to the backend's use case of the same name, for every backend command of
//! the list. Deliberately absent: the shell's own commands, which need a window.

use backend::Backend;
use contract::{BACKEND_COMMANDS, Failure, Reason, with_commands};
use serde_json::{Value, json};

macro_rules! dispatch {
    (
        backend { $($name:ident($request:ident) -> $reply:ty, reads $reads:tt, as $form:ident,
            example $example:literal;)* }
        window { $($window:tt)* }
    ) => {
        /// Runs one command.
        ///
        /// # Errors
        /// Whatever the use case says; [`Reason::InvalidRequest`] for a request of another shape or
        /// an unknown name.
        pub async fn run(backend: &Backend, name: &str, request: Value) -> Result<Value, Failure> {
            match name {
                $(stringify!($name) => {
                    let request: contract::$request = read(request)?;
                    answer(&backend.$name(request).await?)
                })*
                "help" => Ok(help()),
                other => Err(invalid(format!("there is no command `{other}`; `help` lists all"))),
            }
        }
    };
}

with_commands!(dispatch);

fn read<R: serde::de::DeserializeOwned>(request: Value) -> Result<R, Failure> {
    serde_json::from_value(request).map_err(|problem| invalid(problem.to_string()))
}

fn answer(reply: &impl serde::Serialize) -> Result<Value, Failure> {
    serde_json::to_value(reply).map_err(|problem| invalid(problem.to_string()))
}

fn invalid(problem: String) -> Failure {
    Reason::InvalidRequest { problem }.into()
}

fn help() -> Value {
    let commands = BACKEND_COMMANDS.iter().map(|info| {
        let example: Value = serde_json::from_str(info.example).unwrap_or(Value::Null);
        json!({ "command": info.name, "request": example })
    });
    commands.collect()
}
