//! Games that are written in Rust.
