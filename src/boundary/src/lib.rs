//! What needs `unsafe` where the module of a game meets its host: exported symbols, imports, and bytes in memory.

#![no_std]
