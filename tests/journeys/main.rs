//! Journeys: promises to a person, kept in the real window. Each opens the program on a practice
//! warehouse of its own, drives it through WebDriver and looks at the effect log for what happened.
//!
//! `cargo xtask journeys` and `cargo xtask test` give them a screen; without one they fail. They run
//! one at a time. The tour's pictures are made here too.
#![allow(missing_docs, reason = "a test program has no readers of its interface")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]
#![allow(clippy::print_stderr, reason = "a journey says what it did not walk")]

mod act;
mod check;
mod desk;
mod desktop;
mod find;
mod keys;
mod lines;
mod processes;
mod review;
mod review_groups;
mod scanner;
mod tour;
mod watch;
mod ways_out;
mod window;

mod accessibility;
mod at_hand;
mod batch;
mod busy;
mod closing;
mod codes;
mod compared;
mod create;
mod decided;
mod diagnostics;
mod editor;
mod ended;
mod exported;
mod finding;
mod first_day;
mod focus;
mod forgotten;
mod handed_over;
mod history;
mod home;
mod imported;
mod imported_new;
mod in_order;
mod kept_look;
mod killed;
mod languages;
mod large_text;
mod left_out;
mod line_codes;
mod lines_kept;
mod location;
mod merged;
mod moved;
mod notices;
mod offline;
mod palette;
mod panel_kept;
mod pick_scans;
mod picking;
mod picks_in;
mod picks_typed;
mod preview;
mod printed;
mod pseudo;
mod put_in;
mod r_d12;
mod r_s1;
mod r_s2;
mod r_w13;
mod r_w2;
mod replaced;
mod review_elsewhere;
mod scans;
mod session;
mod small_things;
mod small_things_lines;
mod template;
mod tour_screens;
mod tour_tables;
mod two_clients;
mod two_managers;
mod unsent;
mod walk_depots;
mod walk_elsewhere;
mod walk_expired;
mod walk_find;
mod walk_scanner;
mod walks;
mod without_a_mouse;
