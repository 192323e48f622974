//! Games with mistakes that the compiler must refuse. Each differs in one line from the correct game below.
//!
//! ```
//! use rondel::prelude::*;
//!
//! #[state]
//! #[derive(Copy)]
//! struct Card(u8);
//!
//! #[state]
//! struct Board {
//!     #[owner]
//!     goal: Secret<Card>,
//!     gold: u8,
//! }
//!
//! #[state]
//! struct Table {
//!     #[hidden]
//!     deck: Pile<Card>,
//!     #[owner]
//!     hands: PerSeat<Pile<Card>>,
//!     boards: PerSeat<Board>,
//!     open: Vec<Card>,
//!     round: u32,
//! }
//!
//! #[derive(Clone, Debug, PartialEq, Moves)]
//! enum Move { Draw, Give(Seat) }
//! #[derive(Phases)]
//! enum Phase { Fight }
//! #[derive(Stages)]
//! enum Stage { React }
//!
//! impl Game for Table {
//!     type Move = Move;
//!     const NAME: &'static str = "table";
//!
//!     fn setup(_: &Setup) -> Result<Self> {
//!         invalid("not yet")
//!     }
//!
//!     fn flow(flow: Flow<Self>) -> Flow<Self> {
//!         flow.phase(Phase::Fight, |p| p.moves([Move::DRAW]).turn(|t| t.on_begin(Self::refill).stage(Stage::React, |s| s)))
//!     }
//!
//!     fn play(&mut self, mv: Move, cx: &Cx) -> Played {
//!         let me = cx.player();
//!         match mv {
//!             Move::Draw => self.hands[me].push(self.deck.draw()?),
//!             Move::Give(other) => {
//!                 let leader = self.leader();
//!                 self.hands[leader].push(self.deck.draw()?);
//!                 if let Some((mine, theirs)) = self.hands.both(me, other) {
//!                     theirs.push(mine.draw()?);
//!                 }
//!             }
//!         }
//!         Ok(())
//!     }
//! }
//!
//! impl Table {
//!     fn leader(&self) -> Seat {
//!         Seat::new(0)
//!     }
//!
//!     fn refill(&mut self, cx: &Cx) -> Played {
//!         let random = cx.random()?;
//!         let events = cx.events();
//!         self.hands.values_mut().try_for_each(|hand| hand.shuffle(&random))?;
//!         self.help(cx)?;
//!         events.end_turn();
//!         Ok(())
//!     }
//!
//!     fn help(&mut self, _: &Cx) -> Played {
//!         Ok(())
//!     }
//! }
//! ```
//!
//! A number cannot be hidden: `Secret<u32>` can.
//!
//! ```compile_fail,E0277
//! use rondel::prelude::*;
//!
//! #[state]
//! struct Table {
//!     #[hidden]
//!     round: u32,
//! }
//! ```
//!
//! The field of a pile needs an attribute.
//!
//! ```compile_fail,E0277
//! use rondel::prelude::*;
//!
//! #[state]
//! struct Table {
//!     deck: Pile<u8>,
//! }
//! ```
//!
//! Also if the pile is inside a list.
//!
//! ```compile_fail,E0277
//! use rondel::prelude::*;
//!
//! #[state]
//! struct Table {
//!     decks: Vec<Pile<u8>>,
//! }
//! ```
//!
//! The field of a secret needs an attribute.
//!
//! ```compile_fail,E0277
//! use rondel::prelude::*;
//!
//! #[state]
//! struct Table {
//!     goal: Option<Secret<u8>>,
//! }
//! ```
//!
//! The type of a field must be a `View`.
//!
//! ```compile_fail,E0277
//! use rondel::prelude::*;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
//! struct Card(u8);
//!
//! #[state]
//! struct Table {
//!     open: Vec<Card>,
//! }
//! ```
//!
//! A number has no owner.
//!
//! ```compile_fail,E0277
//! use rondel::prelude::*;
//!
//! #[state]
//! struct Table {
//!     #[owner]
//!     points: PerSeat<u8>,
//! }
//! ```
//!
//! A `HashMap` has no fixed order.
//!
//! ```compile_fail,E0277
//! use rondel::prelude::*;
//!
//! use std::collections::HashMap;
//!
//! #[state]
//! struct Table {
//!     points: HashMap<String, u8>,
//! }
//! ```
//!
//! A state must not have interior mutability.
//!
//! ```compile_fail,E0277
//! use rondel::prelude::*;
//!
//! use std::cell::Cell;
//!
//! #[state]
//! struct Table {
//!     #[public]
//!     asked: Cell<u32>,
//! }
//! ```
//!
//! Not even with a lock.
//!
//! ```compile_fail
//! use rondel::prelude::*;
//!
//! use std::sync::{Arc, Mutex};
//!
//! #[derive(Clone, serde::Serialize, serde::Deserialize, View)]
//! struct Table {
//!     #[public]
//!     #[serde(skip)]
//!     asked: Arc<Mutex<u32>>,
//! }
//! ```
//!
//! An unknown option of a move.
//!
//! ```compile_fail
//! use rondel::prelude::*;
//!
//! #[derive(Clone, Debug, PartialEq, Moves)]
//! enum Move {
//!     #[rondel(undoabel = false)]
//!     Draw,
//! }
//! ```
//!
//! A move of one letter would be called as its constant.
//!
//! ```compile_fail
//! use rondel::prelude::*;
//!
//! #[derive(Clone, Debug, PartialEq, Moves)]
//! enum Move {
//!     X,
//! }
//! ```
//!
//! A phase with fields.
//!
//! ```compile_fail
//! use rondel::prelude::*;
//!
//! #[derive(Phases)]
//! enum Phase {
//!     Fight(u8),
//! }
//! ```
//!
//! A stage is not a phase.
//!
//! ```compile_fail,E0277
//! use rondel::prelude::*;
//!
//! #[state]
//! struct Table {
//!     hands: PerSeat<Vec<u8>>,
//! }
//!
//! #[derive(Clone, Debug, PartialEq, Moves)]
//! enum Move { Draw, Give(u8) }
//! #[derive(Phases)]
//! enum Phase { Fight }
//! #[derive(Stages)]
//! enum Stage { React }
//!
//! impl Game for Table {
//!     type Move = Move;
//!     const NAME: &'static str = "table";
//!
//!     fn setup(_: &Setup) -> Result<Self> {
//!         invalid("not yet")
//!     }
//!
//!     fn play(&mut self, _: Move, _: &Cx) -> Played {
//!         Ok(())
//!     }
//!
//!     fn flow(flow: Flow<Self>) -> Flow<Self> {
//!         flow.phase(Stage::React, |p| p)
//!     }
//! }
//!
//! impl Table {
//!     fn leader(&self) -> Seat {
//!         Seat::new(0)
//!     }
//!
//!     fn wrong_hook(&mut self) {}
//! }
//! ```
//!
//! An unknown move.
//!
//! ```compile_fail,E0599
//! use rondel::prelude::*;
//!
//! #[state]
//! struct Table {
//!     hands: PerSeat<Vec<u8>>,
//! }
//!
//! #[derive(Clone, Debug, PartialEq, Moves)]
//! enum Move { Draw, Give(u8) }
//! #[derive(Phases)]
//! enum Phase { Fight }
//! #[derive(Stages)]
//! enum Stage { React }
//!
//! impl Game for Table {
//!     type Move = Move;
//!     const NAME: &'static str = "table";
//!
//!     fn setup(_: &Setup) -> Result<Self> {
//!         invalid("not yet")
//!     }
//!
//!     fn play(&mut self, _: Move, _: &Cx) -> Played {
//!         Ok(())
//!     }
//!
//!     fn flow(flow: Flow<Self>) -> Flow<Self> {
//!         flow.phase(Phase::Fight, |p| p.moves([Move::FLY]))
//!     }
//! }
//!
//! impl Table {
//!     fn leader(&self) -> Seat {
//!         Seat::new(0)
//!     }
//!
//!     fn wrong_hook(&mut self) {}
//! }
//! ```
//!
//! A hook takes `&Cx` and returns `Played`.
//!
//! ```compile_fail,E0308
//! use rondel::prelude::*;
//!
//! #[state]
//! struct Table {
//!     hands: PerSeat<Vec<u8>>,
//! }
//!
//! #[derive(Clone, Debug, PartialEq, Moves)]
//! enum Move { Draw, Give(u8) }
//! #[derive(Phases)]
//! enum Phase { Fight }
//! #[derive(Stages)]
//! enum Stage { React }
//!
//! impl Game for Table {
//!     type Move = Move;
//!     const NAME: &'static str = "table";
//!
//!     fn setup(_: &Setup) -> Result<Self> {
//!         invalid("not yet")
//!     }
//!
//!     fn play(&mut self, _: Move, _: &Cx) -> Played {
//!         Ok(())
//!     }
//!
//!     fn flow(flow: Flow<Self>) -> Flow<Self> {
//!         flow.turn(|t| t.on_begin(Self::wrong_hook))
//!     }
//! }
//!
//! impl Table {
//!     fn leader(&self) -> Seat {
//!         Seat::new(0)
//!     }
//!
//!     fn wrong_hook(&mut self) {}
//! }
//! ```
//!
//! `play` must handle all moves.
//!
//! ```compile_fail,E0005
//! use rondel::prelude::*;
//!
//! #[state]
//! struct Table {
//!     hands: PerSeat<Vec<u8>>,
//! }
//!
//! #[derive(Clone, Debug, PartialEq, Moves)]
//! enum Move { Draw, Give(u8) }
//! #[derive(Phases)]
//! enum Phase { Fight }
//! #[derive(Stages)]
//! enum Stage { React }
//!
//! impl Game for Table {
//!     type Move = Move;
//!     const NAME: &'static str = "table";
//!
//!     fn setup(_: &Setup) -> Result<Self> {
//!         invalid("not yet")
//!     }
//!
//!     fn play(&mut self, Move::Give(card): Move, cx: &Cx) -> Played {
//!         self.hands[cx.player()].push(card);
//!         Ok(())
//!     }
//! }
//!
//! impl Table {
//!     fn leader(&self) -> Seat {
//!         Seat::new(0)
//!     }
//!
//!     fn wrong_hook(&mut self) {}
//! }
//! ```
//!
//! The leader must be bound to a variable first.
//!
//! ```compile_fail,E0502
//! use rondel::prelude::*;
//!
//! #[state]
//! struct Table {
//!     hands: PerSeat<Vec<u8>>,
//! }
//!
//! #[derive(Clone, Debug, PartialEq, Moves)]
//! enum Move { Draw, Give(u8) }
//! #[derive(Phases)]
//! enum Phase { Fight }
//! #[derive(Stages)]
//! enum Stage { React }
//!
//! impl Game for Table {
//!     type Move = Move;
//!     const NAME: &'static str = "table";
//!
//!     fn setup(_: &Setup) -> Result<Self> {
//!         invalid("not yet")
//!     }
//!
//!     fn play(&mut self, _: Move, _: &Cx) -> Played {
//!         self.hands[self.leader()].push(1);
//!         Ok(())
//!     }
//! }
//!
//! impl Table {
//!     fn leader(&self) -> Seat {
//!         Seat::new(0)
//!     }
//!
//!     fn wrong_hook(&mut self) {}
//! }
//! ```
//!
//! Two hands can only be borrowed at once with `both`.
//!
//! ```compile_fail,E0499
//! use rondel::prelude::*;
//!
//! #[state]
//! struct Table {
//!     hands: PerSeat<Vec<u8>>,
//! }
//!
//! #[derive(Clone, Debug, PartialEq, Moves)]
//! enum Move { Draw, Give(u8) }
//! #[derive(Phases)]
//! enum Phase { Fight }
//! #[derive(Stages)]
//! enum Stage { React }
//!
//! impl Game for Table {
//!     type Move = Move;
//!     const NAME: &'static str = "table";
//!
//!     fn setup(_: &Setup) -> Result<Self> {
//!         invalid("not yet")
//!     }
//!
//!     fn play(&mut self, _: Move, cx: &Cx) -> Played {
//!         let (mine, theirs) = (&mut self.hands[cx.player()], &mut self.hands[cx.current()]);
//!         mine.append(theirs);
//!         Ok(())
//!     }
//! }
//!
//! impl Table {
//!     fn leader(&self) -> Seat {
//!         Seat::new(0)
//!     }
//!
//!     fn wrong_hook(&mut self) {}
//! }
//! ```
