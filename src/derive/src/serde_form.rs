//! The form that serde's derives write, as far as this crate supports it.

use proc_macro2::Ident;
use syn::meta::ParseNestedMeta;
use syn::{Attribute, DeriveInput, Expr, Field, Fields, LitStr, Result, Token, Variant};

use crate::fields::is_option;
use crate::letters::{Case, plain};

/// Serde form of a type.
#[derive(Clone, Default)]
pub struct Form {
    /// `true` if the form is not supported, so that the type is sent as a whole.
    pub is_unknown: bool,
    variants: Option<Case>,
    fields: Option<Case>,
    has_default: bool,
}

/// Serde form of a field.
pub struct FieldForm {
    /// Key of the field, or its index in a tuple.
    pub key: String,
    /// `true` if the field is not written.
    pub is_skipped: bool,
    /// `true` if the field may be missing when it is read.
    pub may_be_left_out: bool,
}

impl Form {
    /// Reads the form of a type.
    pub fn of(input: &DeriveInput) -> Result<Self> {
        let mut form = Form::default();
        for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("view")) {
            attribute.parse_nested_meta(|meta| {
                form.is_unknown = true;
                if meta.path.is_ident("whole") { Ok(()) } else { Err(meta.error("expected whole")) }
            })?;
        }
        let is_enum = matches!(input.data, syn::Data::Enum(_));
        each_option(&input.attrs, |name, meta| {
            match name {
                "rename_all" if is_enum => form.variants = case(meta)?,
                "rename_all" | "rename_all_fields" => form.fields = case(meta)?,
                "default" => {
                    form.has_default = true;
                    skip_value(meta)?;
                }
                "crate" | "rename" | "deny_unknown_fields" | "bound" | "expecting" => skip_value(meta)?,
                // A tuple with one field is written as that field in any case.
                "transparent" if is_tuple(input) => {}
                _ => {
                    form.is_unknown = true;
                    skip_value(meta)?;
                }
            }
            Ok(())
        })?;
        Ok(form)
    }

    /// Returns the name of a variant, and the form of its fields.
    pub fn of_variant(&mut self, variant: &Variant) -> Result<(String, Form)> {
        let mut name = self
            .variants
            .map_or_else(|| plain(&variant.ident), |case| case.of_variant(&plain(&variant.ident)));
        let mut form = Form { fields: self.fields, ..Form::default() };
        each_option(&variant.attrs, |option, meta| {
            match option {
                "rename" => name = renamed(meta, &name)?,
                "rename_all" => form.fields = case(meta)?,
                "alias" | "bound" => skip_value(meta)?,
                _ => {
                    form.is_unknown = true;
                    skip_value(meta)?;
                }
            }
            Ok(())
        })?;
        Ok((name, form))
    }

    /// Returns the forms of fields.
    pub fn of_fields(&mut self, fields: &Fields) -> Result<Vec<FieldForm>> {
        let forms = fields.iter().enumerate().map(|(at, field)| self.of_field(at, field));
        let mut forms: Vec<FieldForm> = forms.collect::<Result<_>>()?;
        // Only written fields of a tuple count for its indices.
        if matches!(fields, Fields::Unnamed(_)) {
            self.is_unknown |= forms.len() == 1 && forms.iter().any(|form| form.is_skipped);
            let written = forms.iter_mut().filter(|form| !form.is_skipped);
            written.enumerate().for_each(|(at, form)| form.key = at.to_string());
        }
        Ok(forms)
    }

    fn of_field(&mut self, at: usize, field: &Field) -> Result<FieldForm> {
        let key =
            |ident: &Ident| self.fields.map_or_else(|| plain(ident), |case| case.of_field(&plain(ident)));
        let mut form = FieldForm {
            key: field.ident.as_ref().map_or_else(|| at.to_string(), key),
            is_skipped: false,
            may_be_left_out: self.has_default || is_option(&field.ty),
        };
        each_option(&field.attrs, |name, meta| {
            match name {
                "rename" => form.key = renamed(meta, &form.key)?,
                "skip" | "skip_serializing" => form.is_skipped = true,
                "default" => {
                    form.may_be_left_out = true;
                    skip_value(meta)?;
                }
                "alias" | "bound" | "skip_deserializing" | "deserialize_with" => skip_value(meta)?,
                _ => {
                    self.is_unknown = true;
                    skip_value(meta)?;
                }
            }
            Ok(())
        })?;
        Ok(form)
    }
}

fn is_tuple(input: &DeriveInput) -> bool {
    matches!(&input.data, syn::Data::Struct(data) if matches!(data.fields, Fields::Unnamed(_)))
}

/// Returns the names of the options in `#[serde(…)]`.
pub fn options_of(attributes: &[Attribute]) -> Result<Vec<String>> {
    let mut names = Vec::new();
    each_option(attributes, |name, meta| {
        names.push(name.into());
        skip_value(meta)
    })?;
    Ok(names)
}

/// Calls `each` for each option in `#[serde(…)]`.
fn each_option(
    attributes: &[Attribute],
    mut each: impl FnMut(&str, &ParseNestedMeta<'_>) -> Result<()>,
) -> Result<()> {
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
        attribute.parse_nested_meta(|meta| {
            let name = meta.path.get_ident().map(Ident::to_string).unwrap_or_default();
            each(&name, &meta)
        })?;
    }
    Ok(())
}

/// Parses `rename_all = "…"`, or the `serialize` part of `rename_all(serialize = "…", deserialize = "…")`.
fn case(meta: &ParseNestedMeta<'_>) -> Result<Option<Case>> {
    let text = text(meta)?;
    Ok(text.and_then(|text| Case::named(&text.value())))
}

fn renamed(meta: &ParseNestedMeta<'_>, usual: &str) -> Result<String> {
    Ok(text(meta)?.map_or_else(|| usual.into(), |text| text.value()))
}

fn text(meta: &ParseNestedMeta<'_>) -> Result<Option<LitStr>> {
    if meta.input.peek(Token![=]) {
        return meta.value()?.parse().map(Some);
    }
    let mut written = None;
    meta.parse_nested_meta(|inner| {
        let text: LitStr = inner.value()?.parse()?;
        if inner.path.is_ident("serialize") {
            written = Some(text);
        }
        Ok(())
    })?;
    Ok(written)
}

/// Skips the value of an option.
fn skip_value(meta: &ParseNestedMeta<'_>) -> Result<()> {
    if meta.input.peek(Token![=]) {
        meta.value()?.parse::<Expr>()?;
    } else if meta.input.peek(syn::token::Paren) {
        meta.parse_nested_meta(|inner| skip_value(&inner))?;
    }
    Ok(())
}
