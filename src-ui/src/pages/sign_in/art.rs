//! The rack beside the sign-in form: a drawing, and nothing else.

use leptos::prelude::*;

/// The uprights and the shelves, as path data.
const POSTS: &str = "M25 26V602M199 26V602M203 26V602M377 26V602M381 26V602M555 26V602";
const BEAMS: &str = "M25 114H199M25 192H199M25 270H199M25 348H199M25 426H199M25 504H199M25 582H199M203 114H377\
        M203 192H377M203 270H377M203 348H377M203 426H377M203 504H377M203 582H377M381 114H555\
        M381 192H555M381 270H555M381 348H555M381 426H555M381 504H555M381 582H555";

/// Boxes by shade: light, dark, and the one that was found; as path data.
const BOXES: [(&str, &str); 3] = [
    (
        "box",
        "M34 61h52v52h-52zM66.6 139h30v52h-30zM34 231h52v38h-52zM91 231h38v38h-38z\
        M134 231h52v38h-52zM171.6 325h20.4v22h-20.4zM34 457h52v46h-52zM91 451h52v52h-52z\
        M70.2 559h46v22h-46zM330.6 61h39.4v52h-39.4zM212 153h38v38h-38zM255 161h38v30h-38z\
        M298 145h38v46h-38zM212 239h46v30h-46zM263 217h52v52h-52zM320 239h30v30h-30z\
        M212 309h30v38h-30zM247 325h30v22h-30zM317 325h38v22h-38zM263 403h30v22h-30z\
        M320 465h38v38h-38zM283.2 535h52v46h-52zM340.2 559h29.8v22h-29.8zM390 75h52v38h-52z\
        M447 67h52v46h-52zM504 75h30v38h-30zM390 169h38v22h-38zM433 153h52v38h-52z\
        M441 231h52v38h-52zM498 239h38v30h-38zM390 317h46v30h-46zM519 301h29v46h-29z\
        M476 373h46v52h-46zM390 473h46v30h-46zM441 457h30v46h-30zM447 543h46v38h-46z\
        M498 535h38v46h-38z",
    ),
    (
        "box box-b",
        "M91 61h52v52h-52zM148 61h44v52h-44zM34 309h30v38h-30zM101.6 301h30v46h-30z\
        M136.6 325h30v22h-30zM70.2 387h38v38h-38zM113.2 379h30v46h-30zM148 457h38v46h-38z\
        M121.2 559h30v22h-30zM156.2 559h35.8v22h-35.8zM244.6 83h30v30h-30z\
        M279.6 75h46v38h-46zM341 169h29v22h-29zM212 373h46v52h-46zM212 465h46v38h-46z\
        M263 451h52v52h-52zM212 535h30v46h-30zM490 139h38v52h-38zM390 223h46v46h-46z\
        M441 325h30v22h-30zM476 325h38v22h-38zM390 373h46v52h-46zM441 387h30v38h-30z\
        M527 395h21v30h-21zM476 481h46v22h-46zM527 465h21v38h-21zM390 529h52v52h-52z",
    ),
    ("box hit", "M282 325h30v22h-30z"),
];

/// Names of the shelves and where they stand.
const SHELVES: &[(u32, u32, &str)] = &[
    (30, 127, "A-01-07"),
    (30, 205, "A-01-06"),
    (30, 283, "A-01-05"),
    (30, 361, "A-01-04"),
    (30, 439, "A-01-03"),
    (30, 517, "A-01-02"),
    (30, 595, "A-01-01"),
    (208, 127, "B-02-07"),
    (208, 205, "B-02-06"),
    (208, 283, "B-02-05"),
    (208, 361, "B-02-04"),
    (208, 439, "B-02-03"),
    (208, 517, "B-02-02"),
    (208, 595, "B-02-01"),
    (386, 127, "C-03-07"),
    (386, 205, "C-03-06"),
    (386, 283, "C-03-05"),
    (386, 361, "C-03-04"),
    (386, 439, "C-03-03"),
    (386, 517, "C-03-02"),
    (386, 595, "C-03-01"),
];

/// The drawing.
#[component]
pub fn Rack() -> impl IntoView {
    let boxes = BOXES.map(|(class, d)| view! { <path class=class d=d></path> });
    let names = SHELVES.iter().map(|(x, y, name)| view! { <text x=*x y=*y>{*name}</text> });
    view! {
        <svg class="rack" viewBox="0 0 560 640" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
            <path class="post" d=POSTS></path>
            <path class="beam" d=BEAMS></path>
            {boxes}
            {names.collect_view()}
        </svg>
    }
}
