//! A seat whose client loses its memory, and its restored client.

use std::rc::Rc;

use rondel::sync::{Client, Remembered, Unanswered};

use super::{Room, Seat, intent};

impl Room {
    /// Replaces the client of a seat after its memory was lost. The owner knows the confirmed state and the
    /// unanswered actions.
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
