//! Values in parts, as `pkg-template/lib/engine/argument.ts` passes them: arguments of events, results of
//! `endIf`, stages. The core's parser reads them.

use super::super::imports;
use super::super::values::ValueId;
use super::list::ListReader;
use crate::core::{ArgumentKind, Name, Parts};

impl Parts for ListReader<'_> {
    type Value = ValueId;

    fn kind(&mut self) -> ArgumentKind {
        let kind = ListReader::number(self) as usize;
        self.argument.set(self.advance());
        ArgumentKind::at(kind).unwrap_or(ArgumentKind::Other)
    }

    fn value(&self) -> ValueId {
        ValueId::at(self.argument.get())
    }

    fn is_truthy(&self) -> bool {
        imports::is_truthy(self.value().id())
    }

    fn text(&self) -> Name {
        self.names.name_at(self.argument.get()).unwrap_or_default()
    }

    fn number(&self) -> f64 {
        imports::number_at(self.argument.get())
    }

    fn number_as_text(&self) -> Name {
        imports::text_at(self.argument.get()).into()
    }

    fn count(&mut self) -> u32 {
        ListReader::number(self)
    }

    fn key(&mut self) -> Name {
        self.name().unwrap_or_default()
    }
}
