//! A seat whose client's memory goes, and what its owner makes in its place.

use std::rc::Rc;

use rondel::sync::{Client, Remembered, Unanswered};

use super::{Room, Seat, intent};

impl Room {
    /// The memory of a seat's client has gone. Its owner knows what was confirmed, and what has no answer.
    pub fn fail(&mut self, seat: usize) {
        let Seat { player, session, depth, is_connected, actions, client, .. } = &self.seats[seat];
        let unanswered = actions.iter().filter(|(_, made)| made.outcome.is_none()).map(|(seq, _)| {
            let (action, provenance, seen) = client.to_send(*seq).expect("it waits");
            let provenance = provenance.expect("this master answers");
            Unanswered { action: intent(action.sent.clone()), provenance, seen, sent_in: None }
        });
        let remembered = Remembered {
            confirmed: client.confirmed().cloned(),
            last: actions.last_key_value().map_or(0, |(last, _)| *last),
            unanswered: unanswered.collect(),
            is_connected: *is_connected,
            is_silent: false,
        };
        let viewer = self.viewer(player.clone(), *depth);
        let session = Rc::clone(session);
        self.work(seat, |client, now| {
            *client = Client::resumed(viewer, session, remembered, now);
        });
    }
}
