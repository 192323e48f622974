//! The attributes of a field that limit who sees it, and the bounds of types with such fields.

use syn::{Attribute, Error, Field, GenericParam, Generics, Result, parse_quote};

/// Returns the generics with the bounds that `View`, `Changes` and `Typed` need.
pub fn with_bounds(generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    for param in &mut generics.params {
        if let GenericParam::Type(param) = param {
            param.bounds.push(parse_quote!(::rondel::game::View));
            param.bounds.push(parse_quote!(::core::clone::Clone));
            param.bounds.push(parse_quote!(::core::marker::Sync));
            param.bounds.push(parse_quote!('static));
        }
    }
    generics
}

/// Visibility of a field.
#[derive(Clone, Copy, PartialEq)]
pub enum Mark {
    /// Everybody sees it, except what its type hides. The default.
    Nothing,
    /// Hidden from all players.
    Hidden,
    /// Its owner sees it.
    Owner,
    /// Everybody sees it.
    Public,
}

impl Mark {
    fn of(attribute: &Attribute) -> Option<Self> {
        let marks = [("hidden", Mark::Hidden), ("owner", Mark::Owner), ("public", Mark::Public)];
        marks.into_iter().find(|(name, _)| attribute.path().is_ident(name)).map(|(_, mark)| mark)
    }
}

/// Reads the visibility of a field. Fails if it has two attributes of this kind.
pub fn mark(field: &Field) -> Result<Mark> {
    let mut marks = field.attrs.iter().filter_map(|attribute| Some((Mark::of(attribute)?, attribute)));
    let Some((mark, attribute)) = marks.next() else { return Ok(Mark::Nothing) };
    attribute.meta.require_path_only()?;
    match marks.next() {
        None => Ok(mark),
        Some((_, second)) => Err(Error::new_spanned(second, "use only one of hidden, owner and public")),
    }
}
