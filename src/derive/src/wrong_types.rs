//! Types that must not be part of a state: those with interior mutability, and those without a fixed order.

use proc_macro2::Ident;
use syn::{Error, GenericArgument, PathArguments, Type};

/// Fails if the type contains one of them.
pub fn refuse(kind: &Type) -> syn::Result<()> {
    match named_in(kind) {
        Some((name, why)) => Err(Error::new_spanned(kind, format!("`{name}` {why}"))),
        None => Ok(()),
    }
}

fn named_in(kind: &Type) -> Option<(Ident, &'static str)> {
    match kind {
        Type::Path(path) => path.path.segments.iter().find_map(|segment| {
            if let Some(why) = wrong_with(&segment.ident) {
                return Some((segment.ident.clone(), why));
            }
            let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
            arguments.args.iter().find_map(|argument| match argument {
                GenericArgument::Type(inner) => named_in(inner),
                _ => None,
            })
        }),
        Type::Array(array) => named_in(&array.elem),
        Type::Slice(slice) => named_in(&slice.elem),
        Type::Paren(inner) => named_in(&inner.elem),
        Type::Group(inner) => named_in(&inner.elem),
        Type::Tuple(tuple) => tuple.elems.iter().find_map(named_in),
        _ => None,
    }
}

/// Returns the problem of a type with this name. The compiler finds `Cell` and similar types, because states
/// must be `Sync`.
fn wrong_with(name: &Ident) -> Option<&'static str> {
    match name.to_string().as_str() {
        "HashMap" | "HashSet" => Some("has a different order at each start: use `BTreeMap` or `BTreeSet`"),
        "Mutex" | "RwLock" | "OnceLock" | "LazyLock" => Some(SHARED),
        name if name.starts_with("Atomic") => Some(SHARED),
        _ => None,
    }
}

const SHARED: &str = "has interior mutability: states are shared, and only moves and hooks may change them";
