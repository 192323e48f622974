//! Games that record what moves and hooks say. Each has its own flow.

use rondel::prelude::*;

/// Moves of all these games.
#[derive(Clone, Debug, PartialEq, Moves)]
pub enum Move {
    Say(String),
    EndTurn(Option<Seat>),
    Pass { and_leave: bool },
    EndPhase,
    GoTo(String),
    Ask(Seat),
    Step,
    EndStage,
    Win,
    Remove(Seat),
    Refuse,
    Look,
    Roll,
    Note(String),
}

#[derive(Phases)]
pub enum Phase {
    Day,
    Night,
}

#[derive(Clone, Copy, Stages)]
pub enum Stage {
    Talk,
    Think,
}

/// State of these games: the recorded texts, and hidden ones.
#[state]
#[derive(Default)]
pub struct Said {
    pub all: Vec<String>,
    #[hidden]
    pub secret: Pile<u8>,
}

impl Said {
    pub fn say(&mut self, what: impl Into<String>) {
        self.all.push(what.into());
    }

    /// Makes a move of any of these games.
    pub fn play(&mut self, mv: Move, cx: &Cx) -> Played {
        let events = cx.events();
        match mv {
            Move::Say(what) => self.say(format!("{}: {what}", cx.player())),
            Move::EndTurn(None) => events.end_turn(),
            Move::EndTurn(Some(next)) => events.end_turn_to(next),
            Move::Pass { and_leave: true } => events.pass_and_leave(),
            Move::Pass { and_leave: false } => events.pass(),
            Move::EndPhase => events.end_phase(),
            Move::GoTo(name) => match Phase::named(&name) {
                Some(phase) => events.phase(phase),
                None => return invalid("no such phase"),
            },
            Move::Ask(seat) => events.active(Active::seats([seat], Stage::Talk).once().then_back()),
            Move::Step => events.stage(Stage::Think),
            Move::EndStage => events.end_stage(),
            Move::Win => events.end_game(Outcome::Winner(cx.player())),
            Move::Remove(seat) => events.remove(seat),
            Move::Refuse => return invalid(["no", "never"]),
            Move::Look => {
                let secret = self.secret.draw()?;
                self.say(format!("{secret}"));
            }
            Move::Roll => {
                let random = cx.random()?;
                self.say(format!("{} {:?} {}", random.d6(), random.dice(4, 2), random.below(10)));
            }
            Move::Note(what) => cx.log(&what),
        }
        Ok(())
    }
}

/// Declares a game of this kind with a flow.
macro_rules! game {
    ($name:ident, $flow:expr) => {
        #[rondel::game::state]
        #[derive(Default)]
        pub struct $name {
            said: $crate::rust_games::said::Said,
        }

        impl $name {
            #[allow(dead_code, reason = "not all tests use it")]
            fn all(&self) -> String {
                self.said.all.join(", ")
            }
        }

        impl rondel::game::Game for $name {
            type Move = $crate::rust_games::said::Move;
            const NAME: &'static str = "said";

            fn setup(_: &rondel::game::Setup) -> rondel::game::Result<Self> {
                let mut game = $name::default();
                game.said.secret = (1..=3).collect();
                Ok(game)
            }

            fn flow(flow: rondel::game::Flow<Self>) -> rondel::game::Flow<Self> {
                let make: fn(rondel::game::Flow<Self>) -> rondel::game::Flow<Self> = $flow;
                make(flow)
            }

            fn play(
                &mut self,
                mv: $crate::rust_games::said::Move,
                cx: &rondel::game::Cx,
            ) -> rondel::game::Played {
                self.said.play(mv, cx)
            }
        }
    };
}
pub(crate) use game;

/// Starts a match.
pub fn begin<G: Game<Move = Move>>(players: u32) -> Match<G> {
    Match::new(players).start().unwrap_or_else(|error| panic!("the match does not begin: {error}"))
}

/// Returns a move that records a text.
pub fn say(what: &str) -> Move {
    Move::Say(what.to_owned())
}
