use rondel::prelude::*;

/// Value of a card: its worth as a treasure, and its strength as a bid, in a raid and on guard.
pub type Card = u8;

/// Magpies: all players bid for a treasure at once, face down. Then they raid each other's nests, and a
/// raided player may guard.
#[state]
pub struct Magpies {
    #[hidden]
    pub deck: Pile<Card>,
    #[owner]
    pub hands: PerSeat<Pile<Card>>,
    #[owner]
    pub bids: PerSeat<Pile<Card>>,
    pub shown: Vec<(Seat, Card)>,
    /// Treasures to come, visible to all. The last one is next.
    pub prizes: Vec<Card>,
    pub nests: PerSeat<Vec<Card>>,
    pub raid: Option<Card>,
    pub discard: Vec<Card>,
}

#[derive(Clone, Debug, PartialEq, Moves)]
pub enum Move {
    /// Lays a card face down. The highest bid that no other player equals takes the treasure.
    // The others see only that a card was laid: the player may take it back.
    #[rondel(redact, undoable)]
    Bid(Card),
    /// Lays a card against the nest of another player, to take the card on top of it.
    Raid(Card, Seat),
    /// Lays a card that is at least as strong as the raid's.
    Guard(Card),
    GiveUp,
    Forage,
}

#[derive(Phases)]
pub enum Phase {
    Swoop,
    Raids,
}

#[derive(Stages)]
pub enum Stage {
    Raided,
}

impl Game for Magpies {
    type Move = Move;
    const NAME: &'static str = "magpies";

    fn setup(cx: &Setup) -> Result<Self> {
        let rounds = cx.data::<Option<usize>>()?.unwrap_or(5);
        let mut deck: Vec<Card> = (0..30).map(|at| at % 10 + 1).collect();
        cx.random().shuffle(&mut deck);
        let (prizes, nests) = (deck.drain(..rounds.clamp(1, 9)).collect(), cx.per_seat(|_| Vec::new()));
        let (hands, bids) = (cx.per_seat(|_| deck.drain(..4).collect()), cx.per_seat(|_| Pile::new()));
        let (deck, discard) = (deck.into(), Vec::new());
        Ok(Magpies { deck, hands, bids, shown: Vec::new(), prizes, nests, raid: None, discard })
    }

    fn flow(flow: Flow<Self>) -> Flow<Self> {
        flow.players(2..=4)
            .disable_events(EventKind::ALL)
            .phase(Phase::Swoop, |p| {
                let p = p.start().moves([Move::BID]).turn(|t| t.active(Active::all(NoStage).once()));
                p.end_if(Self::all_bid).on_end(Self::reveal).next(Phase::Raids)
            })
            .phase(Phase::Raids, |p| {
                let p = p.moves([Move::RAID, Move::FORAGE]).order(Order::Once).next(Phase::Swoop);
                p.turn(|t| t.stage(Stage::Raided, |s| s.moves([Move::GUARD, Move::GIVE_UP])))
            })
    }

    fn play(&mut self, mv: Move, cx: &Cx) -> Played {
        let me = cx.player();
        match mv {
            Move::Bid(card) => self.bids[me].push(self.hands[me].take(&card)?),
            Move::Raid(_, prey) if prey == me || self.nests[prey].is_empty() => return invalid("no prey"),
            Move::Raid(card, prey) => {
                self.raid = Some(self.hands[me].take(&card)?);
                cx.events().active(Active::seats([prey], Stage::Raided).once().then_back());
            }
            Move::Guard(card) if Some(card) < self.raid => return invalid("too weak"),
            Move::Guard(card) => {
                self.discard.push(self.hands[me].take(&card)?);
                self.discard.extend(self.raid.take());
            }
            Move::GiveUp => {
                let newest = self.nests[me].pop();
                self.nests[cx.current()].extend(newest);
                self.discard.extend(self.raid.take());
            }
            Move::Forage => {
                if self.deck.is_empty() {
                    self.deck = std::mem::take(&mut self.discard).into();
                    self.deck.shuffle(&cx.random()?)?;
                }
                self.hands[me].push(self.deck.draw()?);
                cx.events().end_turn();
            }
        }
        Ok(())
    }

    fn outcome(&self, cx: &Ctx) -> Option<Outcome> {
        let most = self.nests.values().map(|nest| nest.iter().sum::<u8>()).max();
        let is_best = |seat: &Seat| Some(self.nests[*seat].iter().sum()) == most;
        self.prizes.is_empty().then(|| Outcome::won_by(cx.seats().filter(is_best)))
    }

    fn moves(&self, cx: &Ctx, seat: Seat, out: &mut Vec<Move>) {
        let preys = cx.seats().filter(|prey| *prey != seat && !self.nests[*prey].is_empty());
        for &card in self.hands[seat].cards().unwrap_or_default() {
            out.push(Move::Bid(card));
            out.extend((Some(card) >= self.raid).then_some(Move::Guard(card)));
            out.extend(preys.clone().map(|prey| Move::Raid(card, prey)));
        }
        out.extend([Move::GiveUp, Move::Forage]);
    }

    fn determinize(&self, _: &Ctx, seat: Seat, random: &Random) -> Option<Self> {
        let own = self.hands[seat].cards().ok()?.iter().chain(self.bids[seat].cards().ok()?);
        let open = self.nests.values().flatten().chain(&self.prizes).chain(&self.raid).chain(&self.discard);
        let unseen = Bag::new().with((0..30_u8).map(|at| at % 10 + 1)).without(own.chain(open));
        deal_unseen(self, Some(seat), unseen, random)
    }
}

impl Magpies {
    /// Returns `true` if all players who have cards have bid.
    fn all_bid(&self, cx: &Ctx) -> bool {
        cx.seats().all(|seat| !self.bids[seat].is_empty() || self.hands[seat].is_empty())
    }

    /// Reveals the bids. The highest bid that no other equals takes the treasure. If there is none, the
    /// treasure stays.
    fn reveal(&mut self, cx: &Cx) -> Played {
        self.shown.clear();
        for seat in cx.seats() {
            self.shown.extend(self.bids[seat].cards_mut()?.pop().map(|card| (seat, card)));
        }
        let alone = |(_, bid): &&(Seat, Card)| self.shown.iter().filter(|(_, card)| card == bid).count() == 1;
        if let Some(&(winner, _)) = self.shown.iter().filter(alone).max_by_key(|(_, bid)| *bid) {
            self.nests[winner].extend(self.prizes.pop());
        }
        self.discard.extend(self.shown.iter().map(|(_, card)| card));
        Ok(())
    }
}

rondel::export!(Magpies);
