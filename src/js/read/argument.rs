//! Values taken apart by type, as `pkg-template/lib/engine/argument.js` hands them over: arguments of events, answers of
//! `endIf`, stages. What they mean, the core's parser says.

use super::super::imports;
use super::super::values::ValueId;
use super::list::ListReader;
use crate::core::{ArgumentKind, Field, Name, Parts};

impl Parts for ListReader<'_> {
    type Value = ValueId;

    fn kind(&mut self) -> ArgumentKind {
        ArgumentKind::at(ListReader::number(self) as usize).unwrap_or(ArgumentKind::Other)
    }

    fn value(&self) -> ValueId {
        self.peek()
    }

    fn is_truthy(&self) -> bool {
        imports::is_truthy(self.peek().id())
    }

    fn text(&mut self) -> Name {
        self.name().unwrap_or_default()
    }

    fn number(&mut self) -> f64 {
        let number = self.float();
        self.skip(1);
        number
    }

    fn number_as_text(&mut self) -> Name {
        self.skip(1);
        self.name().unwrap_or_default()
    }

    fn count(&mut self) -> u32 {
        self.skip(1);
        ListReader::number(self)
    }

    fn key(&mut self) -> Name {
        self.skip(1);
        self.name().unwrap_or_default()
    }

    fn field(&mut self) -> Option<Field> {
        let field = usize::try_from(self.float() as i32).ok().and_then(Field::at);
        self.skip(1);
        field
    }

    fn pass(&mut self, kind: ArgumentKind) {
        match kind {
            ArgumentKind::Number => self.skip(2),
            ArgumentKind::List | ArgumentKind::Object => {
                for _ in 0..self.count() {
                    if kind == ArgumentKind::Object {
                        self.skip(2);
                    }
                    let kind = self.kind();
                    self.pass(kind);
                }
            }
            _ => self.skip(1),
        }
    }
}
