//! Tests of predictions of a client with the engine as its copy of the game, and of the reasons for which it
//! does not predict.

use std::cell::{Cell, RefCell};
use std::iter::from_fn;
use std::mem::take;
use std::rc::Rc;

use rondel::core::{Action, Refusal, Request, Wait};
use rondel::sync::{
    Ack, Answer, Client, Confirmation, Depth, Effect, EngineView, Intent, LoadError, Message, Page, Seen,
    Submitted,
};
use serde_json::Value;

use super::games::{Full, World, all_at_once, cards, turns, view};
use crate::support::{Match, NativeHost, Rules};

/// What the page of player 0 was asked to do.
#[derive(Default)]
struct PageCalls {
    loads: Cell<usize>,
    waits: RefCell<Vec<Wait>>,
    misfit: Cell<bool>,
}

struct RecordingPage(Rc<PageCalls>);

impl Page<NativeHost<World>> for RecordingPage {
    type Sent = Rc<Full>;
    type Action = ();
    type Error = String;

    fn load(&self, sent: &Rc<Full>) -> Result<Full, LoadError<String>> {
        self.0.loads.set(self.0.loads.get() + 1);
        if self.0.misfit.get() { Err(LoadError::Misfit("ctx".into())) } else { Ok((**sent).clone()) }
    }

    fn shows_same(&self, one: &View, other: &View) -> bool {
        g(one) == g(other)
    }

    fn error(&self, refusal: Refusal<Value>) -> String {
        refusal.kind.name().into()
    }

    fn waits(&self, (): &(), why: Wait) {
        self.0.waits.borrow_mut().push(why);
    }
}

type View = Seen<NativeHost<World>, Rc<Full>>;

/// Player 0 in a match whose master is the test.
struct Harness {
    master: Match<World>,
    client: Client<EngineView<NativeHost<World>, RecordingPage>>,
    calls: Rc<PageCalls>,
    is_same_game: bool,
}

impl Harness {
    /// Creates a client with a state.
    fn open(rules: Rules<World>, depth: Depth) -> Self {
        let (master, calls) = (Match::begin(rules, 2), Rc::new(PageCalls::default()));
        let (engine, page) = (Rc::clone(&master.engine), RecordingPage(Rc::clone(&calls)));
        let copy = EngineView { engine, page, depth, hides: false, player: Some("0".into()) };
        let client = Client::new(copy, "tab".into());
        let mut harness = Harness { master, client, calls, is_same_game: true };
        harness.receive(0, Message::Sync);
        harness
    }

    /// Creates a client of a game with hidden values.
    fn hiding(rules: Rules<World>, depth: Depth) -> Self {
        let mut harness = Harness::open(rules, depth);
        harness.client.view_mut().hides = true;
        harness
    }

    /// Player 0 acts. No game of these tests reads hidden values.
    fn act(&mut self, command: &str) -> Submitted<String> {
        let Action { kind, .. } = self.master.action("0", command);
        let request = Request::of(&kind).unwrap();
        let intent = Intent { sent: (), request, kind: Some(kind) };
        self.client.submit(intent, 0.0)
    }

    /// The master runs an action and sends the result.
    fn receive_after(&mut self, player: &str, command: &str, answered: u64) {
        self.master.play(player, command);
        self.receive(answered, Message::Patch);
    }

    fn receive(&mut self, last: u64, kind: Message) {
        let state = Rc::new(view(&self.master.state, Some("0")));
        let number = state.state_id;
        let state = Seen::confirmed(state, number, self.is_same_game);
        let answer = Answer::Ack(Ack { last, refused: vec![] });
        let confirmation = Confirmation { state, number, answer, kind };
        assert!(self.client.receive(confirmation, 0.0));
    }

    fn shown(&self) -> &[u64] {
        &g(self.client.shown().unwrap()).done
    }

    /// Returns the reasons for which actions were not predicted, since the last call.
    fn waits(&self) -> Vec<Wait> {
        take(&mut *self.calls.waits.borrow_mut())
    }

    fn publications(&mut self) -> usize {
        from_fn(|| self.client.poll()).filter(|effect| *effect == Effect::Publish).count()
    }
}

fn g(view: &View) -> &World {
    match view {
        Seen::Confirmed(confirmed) => &confirmed.sent.g,
        Seen::Ahead(ahead) => &ahead.state.g,
    }
}

fn is_pending(submitted: &Submitted<String>) -> bool {
    matches!(submitted, Submitted::Pending(_))
}

fn is_refused(submitted: &Submitted<String>, kind: &str) -> bool {
    matches!(submitted, Submitted::Refused(error) if error == kind)
}

#[test]
fn a_confirmed_state_is_loaded_only_for_predictions() {
    let mut harness = Harness::open(all_at_once(), Depth::Flow);
    harness.receive_after("1", "mark 1", 0);
    harness.receive_after("1", "mark 2", 0);
    assert_eq!((harness.calls.loads.get(), harness.publications()), (0, 3));
    harness.act("mark 3");
    harness.act("mark 4");
    assert_eq!((harness.calls.loads.get(), harness.publications()), (1, 2));
    // The shown state is the master's: the engine goes on from the one that it has.
    harness.master.play("0", "mark 3");
    harness.receive_after("0", "mark 4", 2);
    harness.act("mark 5");
    assert_eq!((harness.shown(), harness.calls.loads.get()), (&[1, 2, 3, 4, 5][..], 1));
    assert_eq!(harness.publications(), 1);
}

#[test]
fn each_unpredicted_action_has_a_reason() {
    for (depth, command, why) in [
        (Depth::Flow, "roll 1", Wait::Random),
        (Depth::Flow, "whisper 1", Wait::Declared),
        (Depth::Flow, "draw 1", Wait::Throws),
        (Depth::Moves, "finish 1", Wait::CallsEvents),
        (Depth::Moves, "endTurn", Wait::IsEvent),
    ] {
        let mut harness = Harness::open(cards(), depth);
        assert!(is_pending(&harness.act(command)), "{command}");
        assert_eq!(harness.waits(), [why], "{command}");
        // The next action waits for it. An undo is never predicted.
        harness.act("mark 2");
        harness.act("undo");
        assert_eq!(harness.waits(), [Wait::Before], "{command}");
    }
}

#[test]
fn a_client_without_predictions_loads_no_state() {
    let mut harness = Harness::open(cards(), Depth::Nothing);
    assert!(is_pending(&harness.act("mark 1")) && is_pending(&harness.act("odd 2")));
    assert_eq!((harness.shown(), harness.calls.loads.get(), harness.waits()), (&[][..], 0, vec![]));
}

#[test]
fn nothing_is_predicted_on_states_of_another_version() {
    let mut harness = Harness::open(cards(), Depth::Flow);
    harness.is_same_game = false;
    harness.receive(0, Message::Sync);
    assert!(is_pending(&harness.act("mark 1")) && is_pending(&harness.act("mark 2")));
    assert_eq!((harness.shown(), harness.calls.loads.get()), (&[][..], 0));
    assert_eq!(harness.waits(), [Wait::OtherVersion, Wait::OtherVersion]);
}

#[test]
fn a_refusal_of_the_game_is_final_unless_values_are_hidden() {
    let mut harness = Harness::open(cards(), Depth::Moves);
    assert!(is_refused(&harness.act("odd 1"), "action/invalid_move"));
    let mut harness = Harness::hiding(cards(), Depth::Moves);
    assert!(is_pending(&harness.act("odd 1")));
    assert_eq!((harness.shown(), harness.waits()), (&[][..], vec![Wait::Unseen]));
    // It does not delay the next action.
    harness.act("mark 2");
    assert_eq!((harness.shown(), harness.waits()), (&[2][..], vec![]));
}

#[test]
fn a_refusal_of_the_rules_is_immediate_if_the_master_agrees() {
    let mut harness = Harness::hiding(turns(1), Depth::Flow);
    harness.act("mark 1");
    // Only this page sees that the turn has ended.
    assert!(is_pending(&harness.act("mark 2")));
    assert_eq!(harness.waits(), [Wait::Unseen]);
    harness.receive_after("0", "mark 1", 2);
    assert!(is_refused(&harness.act("mark 3"), "action/inactive_player"));
}

#[test]
fn actions_in_an_invalid_state_are_refused() {
    let mut harness = Harness::hiding(cards(), Depth::Moves);
    harness.calls.misfit.set(true);
    assert!(is_refused(&harness.act("mark 1"), "ctx"));
    harness.calls.misfit.set(false);
    assert!(is_pending(&harness.act("mark 1")));
}

#[test]
fn the_log_of_predictions_restarts_with_a_confirmed_state() {
    let mut harness = Harness::open(all_at_once(), Depth::Flow);
    let ahead = |harness: &Harness| match harness.client.shown().unwrap() {
        Seen::Confirmed(_) => 0,
        Seen::Ahead(ahead) => ahead.base.borrow().log.len(),
    };
    harness.act("mark 1");
    harness.act("mark 2");
    assert_eq!(ahead(&harness), 2);
    harness.receive_after("0", "mark 1", 1);
    assert_eq!(ahead(&harness), 1);
    harness.receive_after("0", "mark 2", 2);
    assert_eq!(ahead(&harness), 0);
    harness.act("mark 3");
    assert_eq!((ahead(&harness), harness.publications()), (1, 4));
}

#[test]
fn a_predicted_state_knows_whether_undo_is_possible() {
    let mut harness = Harness::open(turns(2), Depth::Flow);
    let can_undo = |harness: &Harness| match harness.client.shown().unwrap() {
        Seen::Confirmed(_) => false,
        Seen::Ahead(ahead) => ahead.can_undo,
    };
    harness.act("mark 1");
    assert!(can_undo(&harness));
    // The turn is over.
    harness.act("mark 2");
    assert!(!can_undo(&harness));
}
