//! How the engine's memory grows.

#![allow(clippy::disallowed_types, reason = "it counts pages of the instance, which no match knows of")]

use alloc::vec::Vec;
use core::hint::black_box;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

static PAGES: AtomicUsize = AtomicUsize::new(0);

const PAGE: usize = 65_536;

/// Grows the memory by an eighth in one go, if it has had to grow since the last time.
///
/// Left alone it grows by a page at a time, and each time costs the browser a garbage collection, which is
/// more than a hundred moves cost.
pub fn reserve() {
    let pages = pages();
    if pages != PAGES.load(Relaxed) {
        let mut room = Vec::<u8>::new();
        // There may be less than an eighth left, which is no reason to fail.
        let _ = room.try_reserve_exact(pages * PAGE / 8);
        drop(black_box(room));
        PAGES.store(self::pages(), Relaxed);
    }
}

#[cfg(target_arch = "wasm32")]
fn pages() -> usize {
    core::arch::wasm32::memory_size(0)
}

#[cfg(not(target_arch = "wasm32"))]
fn pages() -> usize {
    0
}
