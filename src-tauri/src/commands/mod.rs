//! The doors between page and process. Those of the backend are made from the command list and
//! hold no logic; the shell's own are in `window.rs`. A command that is in the list and has no door
//! does not compile.

mod window;

use backend::Backend;
use contract::{Failure, Reason, with_commands};
use tauri::ipc::{Invoke, Response};
use tauri::{Runtime, State};

macro_rules! doors {
    (
        backend { $($name:ident($request:ident) -> $reply:ty, reads $reads:tt, as $form:ident,
            example $example:literal;)* }
        window { $($own:ident($own_request:ident) -> $own_reply:ty, reads $own_reads:tt,
            as $own_form:ident, example $own_example:literal;)* }
    ) => {
        mod backend_doors {
            use super::*;
            #[allow(clippy::wildcard_imports, reason = "every request and reply of the list")]
            use contract::*;

            $(
                #[tauri::command]
                pub(crate) async fn $name(
                    backend: State<'_, Backend>,
                    request: $request,
                ) -> Result<doors!(@reply $form $reply), Failure> {
                    let reply = backend.$name(request).await?;
                    doors!(@answer $form reply)
                }
            )*
        }

        fn doors<R: Runtime>() -> impl Fn(Invoke<R>) -> bool + Send + Sync + 'static {
            tauri::generate_handler![
                $(backend_doors::$name,)*
                $(window::$own,)*
            ]
        }
    };
    (@reply json $reply:ty) => { $reply };
    (@reply bytes $reply:ty) => { Response };
    (@answer json $reply:ident) => { Ok($reply) };
    (@answer bytes $reply:ident) => { bytes(&$reply) };
}

with_commands!(doors);

/// What the console may do and the window may not. Whom the program trusts is chosen in a dialog of
/// the system alone, so no page says it.
const FOR_THE_CONSOLE: [&str; 1] = ["trust_certificate"];

/// Answers every command of the list that is the window's.
pub fn handler<R: Runtime>() -> impl Fn(Invoke<R>) -> bool + Send + Sync + 'static {
    let doors = doors();
    move |invoke| {
        if !FOR_THE_CONSOLE.contains(&invoke.message.command()) {
            return doors(invoke);
        }
        let problem = "this is not for the window".to_owned();
        invoke.resolver.reject(Failure::from(Reason::InvalidRequest { problem }));
        true
    }
}

/// Long lists cross as the bytes of their JSON, which the page decodes once.
fn bytes(reply: &impl serde::Serialize) -> Result<Response, Failure> {
    serde_json::to_vec(reply).map(Response::new).map_err(|problem| {
        tracing::error!("a reply could not be written: {problem}");
        Reason::Internal.into()
    })
}
