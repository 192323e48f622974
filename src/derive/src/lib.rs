//! The derives of games that are written with the crate `rondel`, which hands them on.
