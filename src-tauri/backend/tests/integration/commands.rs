//! Every backend command of the contract's list has its method here, with its request and reply.

use backend::{Backend, Error};
use contract::*;

fn answers<C: Command>(future: impl Future<Output = Result<C::Reply, Error>> + Send) {
    drop(future);
}

macro_rules! call_all {
    (
        backend {
            $($name:ident($request:ident) -> $reply:ty, reads [$($topic:ident),*], as $form:ident,
                example $example:literal;)*
        }
        window { $($w:tt)* }
    ) => {
        fn call_all(backend: &Backend) {
            $(answers::<$request>(backend.$name(serde_json::from_str($example).unwrap()));)*
        }
    };
}
with_commands!(call_all);

#[test]
fn every_command_of_the_list_has_a_method_that_can_run_on_any_thread() {
    let data = tempfile::tempdir().unwrap();
    let backend = Backend::open(backend::Options::new(data.path().to_owned())).unwrap();
    call_all(&backend);
}
