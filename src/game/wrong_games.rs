//! Mistakes of authors do not compile. Each of these differs from one that compiles in the line that is wrong.
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
//! A pile must be marked with who sees it.
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
//! Also inside a list.
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
//! And of a secret.
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
//! A part must define what may be seen of it.
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
//! A `HashMap` has another order everywhere.
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
//! What changes behind a shared reference.
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
//! Also where a lock is around it.
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
//! A move without options that there are.
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
//! A stage is no phase.
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
//! A move that there is not.
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
//! A hook takes `&Cx`, and returns `Played`.
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
//! Not all moves are played.
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
//! The leader must be named before.
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
//! Two hands at once: `both`.
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
