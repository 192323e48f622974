//! The engine's questions, answered by the game.

use std::cell::OnceCell;
use std::rc::Rc;

use rondel::core::{
    Ctx, Differences, Ending, EndingChoice, GameValues, Host, Played, Scope, SharedContext, Validity,
};
use rondel::js::{Bound, BoundHost, Names, Thrown, ValueId, warn};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::duel::{Duel, Setup};

/// Which callback of the game is meant.
#[derive(Clone, Copy)]
pub enum Callback {
    Deal,
    Lay,
    CheckLay,
    Draw,
    Score,
    Outcome,
}

/// A duel, with the value that it was shown as.
#[derive(Clone)]
pub struct Shown(Rc<(Duel, OnceCell<ValueId>)>);

impl From<Duel> for Shown {
    fn from(duel: Duel) -> Self {
        Shown(Rc::new((duel, OnceCell::new())))
    }
}

/// The game as the engine sees it.
pub struct DuelHost {
    bound: Bound<DuelHost>,
    context: SharedContext<ValueId>,
}

impl DuelHost {
    /// A host whose random numbers come from this context.
    pub fn new(context: SharedContext<ValueId>) -> Self {
        DuelHost { bound: Bound::new(Rc::new(Names::default()), Differences::default()), context }
    }

    fn random(&self) -> f64 {
        self.context.number().unwrap_or_default()
    }

    /// Runs a move on a copy. The error says why it cannot be made.
    fn play(
        &self,
        callback: Callback,
        scope: &Scope<'_, Self>,
        args: &ValueId,
    ) -> Result<Duel, &'static str> {
        let mut duel = scope.g.0.0.clone();
        let seat = scope.player_id.and_then(|player| player.parse().ok()).ok_or("nobody's move")?;
        match callback {
            Callback::Draw => duel.draw(seat, || self.random())?,
            _ => {
                let [place] = from_value(args).ok_or("one card is laid")?;
                duel.lay(seat, place)?;
            }
        }
        Ok(duel)
    }
}

impl BoundHost for DuelHost {
    fn bound(&self) -> &Bound<Self> {
        &self.bound
    }

    fn show(&self, g: &Shown) -> ValueId {
        let (duel, shown) = &*g.0;
        shown.get_or_init(|| to_value(duel)).clone()
    }

    fn read(&self, value: ValueId) -> Option<Shown> {
        from_value::<Duel>(&value).map(Shown::from)
    }
}

impl GameValues for DuelHost {
    type G = Shown;
    type Value = ValueId;
}

impl Host for DuelHost {
    type Function = Callback;
    type Apis = ();
    type Exception = Thrown;

    fn setup(
        &self,
        _setup: Option<&Callback>,
        ctx: &Ctx<ValueId>,
        _apis: &(),
        setup_data: &ValueId,
    ) -> Result<Shown, Thrown> {
        let setup: Option<Option<Setup>> = from_value(setup_data);
        let setup = setup.ok_or_else(|| Thrown::raise("game/setup", "setupData", "expected { hand }"))?;
        Duel::new(ctx.num_players as usize, &setup.unwrap_or_default(), || self.random())
            .map(Shown::from)
            .ok_or_else(|| Thrown::raise("game/setup", "setupData.hand", "there are not enough cards"))
    }

    fn run_move(
        &self,
        function: &Callback,
        scope: &Scope<'_, Self>,
        args: &ValueId,
    ) -> Result<Played<Self>, Thrown> {
        Ok(match self.play(*function, scope, args) {
            Ok(duel) => Played::Done(duel.into()),
            Err(why) => Played::Invalid(Some(to_value(&why))),
        })
    }

    fn run_hook(&self, _function: &Callback, scope: &Scope<'_, Self>) -> Result<Played<Self>, Thrown> {
        let mut duel = scope.g.0.0.clone();
        duel.score();
        Ok(Played::Done(duel.into()))
    }

    fn ask_ending(
        &self,
        _function: &Callback,
        scope: &Scope<'_, Self>,
    ) -> Result<Option<Ending<ValueId>>, Thrown> {
        let outcome = scope.g.0.0.outcome();
        Ok(outcome.map(|outcome| Ending { raw: to_value(&outcome), choice: EndingChoice::Usual }))
    }

    fn ask_validity(
        &self,
        function: &Callback,
        scope: &Scope<'_, Self>,
        args: &ValueId,
    ) -> Result<Validity<ValueId>, Thrown> {
        Ok(match self.play(*function, scope, args) {
            Ok(_) => Validity::Valid,
            Err(why) => Validity::Invalid(Some(to_value(&why))),
        })
    }

    fn true_value(&self) -> ValueId {
        ValueId::yes()
    }

    fn is_truthy(&self, value: &ValueId) -> bool {
        value.is_truthy()
    }

    fn warn(&self, message: &str) {
        warn(message);
    }
}

/// A value of JavaScript's that says the same.
pub fn to_value(what: &impl Serialize) -> ValueId {
    // Cards, numbers and texts are all that there is to write.
    ValueId::parse(&serde_json::to_string(what).unwrap_or_default())
}

/// What a value of JavaScript's says, if it is one of these.
pub fn from_value<T: DeserializeOwned>(value: &ValueId) -> Option<T> {
    serde_json::from_str(&value.text()).ok()
}
