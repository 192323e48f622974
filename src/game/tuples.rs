//! Implementations for tuples: views part by part, patches member by member, TypeScript tuples.

use std::format;
use std::string::String;

use super::changes::{Changes, Patch};
use super::hole::Hide;
use super::types::{Typed, Types};
use super::view::{Sight, View};

macro_rules! tuple {
    ($($part:ident $index:tt $key:literal),*) => {
        impl<$($part: View),*> View for ($($part,)*) {
            fn holes(&mut self, sight: Sight, visit: &mut dyn FnMut(&mut dyn Hide)) {
                $(self.$index.holes(sight, visit);)*
            }
        }

        impl<$($part: Changes),*> Changes for ($($part,)*) {
            const HAS_PARTS: bool = true;

            fn same(&self, old: &Self) -> bool {
                $(self.$index.same(&old.$index))&&*
            }

            fn patch(&self, old: &Self, to: &mut Patch) -> bool {
                let mut members = to.members();
                $(members.differing(concat!("\"", $key, "\":"), &self.$index, &old.$index);)*
                members.end()
            }
        }

        impl<$($part: Typed),*> Typed for ($($part,)*) {
            fn type_text(types: &mut Types) -> String {
                format!("[{}]", [$($part::type_text(types)),*].join(", "))
            }
        }
    };
}
tuple!(A 0 "0");
tuple!(A 0 "0", B 1 "1");
tuple!(A 0 "0", B 1 "1", C 2 "2");
tuple!(A 0 "0", B 1 "1", C 2 "2", D 3 "3");
tuple!(A 0 "0", B 1 "1", C 2 "2", D 3 "3", E 4 "4");
tuple!(A 0 "0", B 1 "1", C 2 "2", D 3 "3", E 4 "4", F 5 "5");
