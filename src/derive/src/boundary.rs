//! `#[boundary]`: generates the boundary of both kinds of module, for `wasm-bindgen` and for a game's own
//! module, from one declaration in `src/js`.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{
    Attribute, Error, FnArg, ForeignItem, ForeignItemFn, Ident, ImplItem, ImplItemFn, Item, ItemForeignMod,
    ItemImpl, ItemStruct, ItemTrait, LitStr, Pat, ReturnType, Signature, TraitItem, Type, parse_quote,
    parse2,
};

pub fn expand(object: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    match parse2(item)? {
        Item::Trait(methods) => delegated(&parse2(object)?, methods),
        Item::ForeignMod(imports) => imported(imports),
        Item::Struct(object) => Ok(known_by_number(&object)),
        Item::Impl(methods) => exported(methods),
        other => Err(Error::new_spanned(
            other,
            "expected functions of the host, a struct, its methods, or a trait",
        )),
    }
}

/// Generates functions that call the host's.
fn imported(mut block: ItemForeignMod) -> syn::Result<TokenStream> {
    let (mut calls, allowed) = (TokenStream::new(), block.attrs.clone());
    for item in &mut block.items {
        let ForeignItem::Fn(function) = item else {
            return Err(Error::new_spanned(item, "expected a function"));
        };
        let name = name_outside(&mut function.attrs, &function.sig)?;
        calls.extend(call(function, &name, &allowed));
        function.attrs.push(parse_quote!(#[wasm_bindgen(js_name = #name)]));
    }
    Ok(quote! {
        #[cfg(feature = "bindgen")]
        #[wasm_bindgen(module = "/src/js/imports.js", js_namespace = imports)]
        #block
        #calls
    })
}

/// Generates a function that calls one of the host's. Texts and lists are passed as a pointer and a length. A
/// returned text is in the buffer.
fn call(function: &ForeignItemFn, name: &Ident, allowed: &[Attribute]) -> TokenStream {
    let ForeignItemFn { attrs, vis, sig, .. } = function;
    let mut passed = Vec::new();
    for (argument, ty) in arguments(sig) {
        if matches!(ty, Type::Reference(_)) {
            let length = format_ident!("{argument}_length");
            let pointer = if is_exclusive(ty) { quote!(as_mut_ptr) } else { quote!(as_ptr) };
            let element = element_of(ty);
            passed.push(quote!(#argument: #element = #argument.#pointer()));
            passed.push(quote!(#length: usize = #argument.len()));
        } else {
            passed.push(quote!(#argument: #ty = #argument));
        }
    }
    let call = match &sig.output {
        ReturnType::Type(_, ty) if is_named(ty, "String") => {
            quote!(::rondel_boundary::text(::rondel_boundary::import!(#name(#(#passed),*) -> usize)))
        }
        ReturnType::Type(_, ty) if is_named(ty, "bool") => {
            quote!(::rondel_boundary::import!(#name(#(#passed),*) -> u32) != 0)
        }
        output => quote!(::rondel_boundary::import!(#name(#(#passed),*) #output)),
    };
    quote! {
        #[cfg(not(feature = "bindgen"))]
        #(#attrs)*
        #(#allowed)*
        #vis #sig { #call }
    }
}

/// Returns the type of the pointer to a text or the elements of a list.
fn element_of(ty: &Type) -> TokenStream {
    let Type::Reference(reference) = ty else { return ty.to_token_stream() };
    match &*reference.elem {
        Type::Slice(slice) if reference.mutability.is_some() => {
            let element = &slice.elem;
            quote!(*mut #element)
        }
        Type::Slice(slice) => {
            let element = &slice.elem;
            quote!(*const #element)
        }
        _ => quote!(*const u8),
    }
}

/// Generates the code for a type whose objects the host holds by number.
fn known_by_number(object: &ItemStruct) -> TokenStream {
    let name = &object.ident;
    let free = format!("__wbg_{}_free", class_of(name));
    quote! {
        #[cfg_attr(feature = "bindgen", wasm_bindgen)]
        #object

        #[cfg(not(feature = "bindgen"))]
        impl crate::js::object_table::ModuleObject for #name {
            fn table() -> &'static ::std::thread::LocalKey<crate::js::object_table::ObjectTable<Self>> {
                ::std::thread_local! {
                    static TABLE: crate::js::object_table::ObjectTable<#name> = const { crate::js::object_table::ObjectTable::new() };
                }
                &TABLE
            }
        }

        #[cfg(not(feature = "bindgen"))]
        ::rondel_boundary::export!(#free, (handle: u32, _later: u32) {
            crate::js::object_table::free::<#name>(handle)
        });
    }
}

/// Generates the exports of a type's methods.
fn exported(mut block: ItemImpl) -> syn::Result<TokenStream> {
    let Type::Path(object) = &*block.self_ty else {
        return Err(Error::new_spanned(block.self_ty, "expected a struct"));
    };
    let object = object.path.require_ident()?.clone();
    let mut exports = TokenStream::new();
    for item in &mut block.items {
        let ImplItem::Fn(method) = item else { return Err(Error::new_spanned(item, "expected a method")) };
        let name = name_outside(&mut method.attrs, &method.sig)?;
        exports.extend(export(&object, method, &name));
        method.attrs.push(parse_quote!(#[cfg_attr(feature = "bindgen", wasm_bindgen(js_name = #name))]));
    }
    Ok(quote! {
        #[cfg_attr(feature = "bindgen", wasm_bindgen)]
        #block
        #exports
    })
}

/// Generates the methods of a trait for a type that contains an implementation of it.
fn delegated(object: &Ident, mut methods: ItemTrait) -> syn::Result<TokenStream> {
    let mut block: ItemImpl = parse_quote!(impl #object {});
    for item in &mut methods.items {
        let TraitItem::Fn(method) = item else { return Err(Error::new_spanned(item, "expected a method")) };
        let (attrs, sig) = (method.attrs.clone(), &method.sig);
        method.attrs.retain(|attribute| !attribute.path().is_ident("boundary"));
        if attrs.iter().any(is_inside) {
            continue;
        }
        let (name, passed) = (&sig.ident, arguments(sig).map(|(argument, _)| argument));
        let body = quote!({ self.0.#name(#(#passed),*) });
        block.items.push(parse2(quote!(#(#attrs)* pub #sig #body))?);
    }
    let exports = exported(block)?;
    Ok(quote! {
        #methods
        #exports
    })
}

/// Returns `true` if a method of a trait is not exported.
fn is_inside(attribute: &Attribute) -> bool {
    attribute.path().is_ident("boundary")
        && attribute.parse_args::<Ident>().is_ok_and(|argument| argument == "inside")
}

/// Generates the export of a method. A returned object is passed by number.
fn export(object: &Ident, method: &ImplItemFn, name: &Ident) -> TokenStream {
    let symbol = LitStr::new(&format!("{}_{name}", class_of(object)), Span::call_site());
    let called = &method.sig.ident;
    let (mut parameters, mut passed) = (Vec::new(), Vec::new());
    for (argument, ty) in arguments(&method.sig) {
        if is_named(ty, "bool") {
            parameters.push(quote!(#argument: u32));
            passed.push(quote!(#argument != 0));
        } else {
            parameters.push(quote!(#argument: #ty));
            passed.push(quote!(#argument));
        }
    }
    let output = match &method.sig.output {
        ReturnType::Default => quote!(()),
        ReturnType::Type(_, ty) => ty.to_token_stream(),
    };
    quote! {
        #[cfg(not(feature = "bindgen"))]
        ::rondel_boundary::export!(
            #symbol,
            (handle: u32 #(, #parameters)*) -> <#output as crate::js::object_table::ExportValue>::Raw {
                crate::js::object_table::call::<#object, #output>(handle, |object| object.#called(#(#passed),*))
            }
        );
    }
}

/// Returns the arguments except `self`.
fn arguments(sig: &Signature) -> impl Iterator<Item = (&Ident, &Type)> {
    sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(named) => Some((&named.ident, &*typed.ty)),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    })
}

fn is_exclusive(ty: &Type) -> bool {
    matches!(ty, Type::Reference(reference) if reference.mutability.is_some())
}

fn is_named(ty: &Type, name: &str) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == name))
}

/// Returns the name of a class in the exports of `wasm-bindgen`.
fn class_of(name: &Ident) -> String {
    name.to_string().to_lowercase()
}

/// Returns the JavaScript name of a function. Removes the attribute that sets it.
fn name_outside(attrs: &mut Vec<Attribute>, sig: &Signature) -> syn::Result<Ident> {
    let mut said = None;
    for attribute in attrs.extract_if(.., |attribute| attribute.path().is_ident("boundary")) {
        attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("js_name") {
                return Err(meta.error("expected js_name"));
            }
            said = Some(meta.value()?.parse::<Ident>()?);
            Ok(())
        })?;
    }
    Ok(said.unwrap_or_else(|| Ident::new(&camel_case(&sig.ident.to_string()), sig.ident.span())))
}

fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |mut camel, word| {
        let mut letters = word.chars();
        camel.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        camel.push_str(letters.as_str());
        camel
    })
}
