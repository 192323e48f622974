use rondel::prelude::*;

/// A card, such as `"10♥"`.
pub type Card = String;

const SUITS: [&str; 4] = ["♣", "♦", "♥", "♠"];
const RANKS: [&str; 8] = ["7", "8", "9", "10", "J", "Q", "K", "A"];
const HAND_SIZE: usize = 5;

/// Play a card of the same suit or rank, or draw one. The first player without cards wins.
#[state]
pub struct LastCard {
    #[hidden]
    deck: Pile<Card>,
    #[owner]
    hands: PerSeat<Pile<Card>>,
    /// The played cards. The last one is on top.
    pile: Vec<Card>,
}

#[derive(Clone, Debug, PartialEq, Moves)]
pub enum Move {
    Play { card: Card },
    Draw,
}

impl Game for LastCard {
    type Move = Move;
    const NAME: &'static str = "last-card";

    fn setup(cx: &Setup) -> Result<Self> {
        let mut deck: Pile<Card> = cards().collect();
        deck.shuffle(&cx.random())?;
        let hands = cx.per_seat(|_| deck.deal(HAND_SIZE));
        let pile = deck.deal(1).into_cards()?;
        Ok(LastCard { deck, hands, pile })
    }

    fn flow(flow: Flow<Self>) -> Flow<Self> {
        // A move ends the turn. Players cannot call events themselves.
        let flow = flow.players(2..=4).disable_undo().disable_events(EventKind::ALL);
        flow.refusal::<String>().turn(|turn| turn.limit(1..=1))
    }

    fn play(&mut self, mv: Move, cx: &Cx) -> Played {
        let me = cx.player();
        match mv {
            Move::Play { card } if !self.hands[me].contains(&card)? => return invalid("not-yours"),
            Move::Play { card } if !self.matches(&card) => return invalid("no-match"),
            Move::Play { card } => self.pile.push(self.hands[me].take(&card)?),
            Move::Draw if self.can_play(me)? => return invalid("can-play"),
            // Without a deck, drawing is passing.
            Move::Draw if self.deck.is_empty() => {}
            // The page does not know the next card: `?` waits for the server.
            Move::Draw => self.hands[me].push(self.deck.draw()?),
        }
        Ok(())
    }

    fn outcome(&self, cx: &Ctx) -> Option<Outcome> {
        let fewest = self.hands.values().map(Pile::len).min()?;
        let can_go_on = !self.deck.is_empty() || cx.seats().any(|seat| self.can_play(seat).unwrap_or(true));
        let winners = cx.seats().filter(|seat| self.hands[*seat].len() == fewest);
        (fewest == 0 || !can_go_on).then(|| Outcome::won_by(winners))
    }

    fn moves(&self, _: &Ctx, seat: Seat, out: &mut Vec<Move>) {
        let hand = self.hands[seat].cards().unwrap_or_default();
        let playable = hand.iter().filter(|card| self.matches(card)).cloned();
        out.extend(playable.map(|card| Move::Play { card }));
        if out.is_empty() {
            out.push(Move::Draw);
        }
    }

    /// A bot guesses the cards that it does not see.
    fn determinize(&self, _: &Ctx, seat: Seat, random: &Random) -> Option<Self> {
        let seen = self.hands[seat].cards().ok()?.iter().chain(&self.pile);
        deal_unseen(self, Some(seat), Bag::new().with(cards()).without(seen), random)
    }
}

impl LastCard {
    fn matches(&self, card: &str) -> bool {
        let top = self.pile.last().map_or("", String::as_str);
        suit(card) == suit(top) || rank(card) == rank(top)
    }

    fn can_play(&self, seat: Seat) -> Result<bool> {
        Ok(self.hands[seat].cards()?.iter().any(|card| self.matches(card)))
    }
}

fn suit(card: &str) -> Option<char> {
    card.chars().last()
}

fn rank(card: &str) -> Option<&str> {
    card.char_indices().last().map(|(end, _)| &card[..end])
}

fn cards() -> impl Iterator<Item = Card> {
    SUITS.iter().flat_map(|suit| RANKS.iter().map(move |rank| format!("{rank}{suit}")))
}

rondel::export!(LastCard);
