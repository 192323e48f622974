//! Tests of searches over a card game for two with hidden hands, written by hand. Each player has five of twelve
//! cards, and two stay unseen. The higher card takes the trick, its player leads the next one, and most tricks
//! win.

use rondel::bot::{Played, Search, Seat, World, choose, merge};
use rondel::core::Random;

use super::{any, best, half_width, settings};

const CARDS: u8 = 12;
const HAND: usize = 5;

/// Whole state of a match.
#[derive(Clone, Debug)]
struct Table {
    hands: [Vec<u8>; 2],
    lead: Option<u8>,
    mover: Seat,
    tricks: [usize; 2],
    played: Vec<u8>,
}

/// View of one seat, the only input of its bot.
#[derive(Clone, Debug)]
struct View {
    seat: Seat,
    hand: Vec<u8>,
    others: usize,
    lead: Option<u8>,
    mover: Seat,
    tricks: [usize; 2],
    played: Vec<u8>,
}

impl Table {
    fn deal(random: &mut Random, first: Seat) -> Self {
        let mut deck: Vec<u8> = (0..CARDS).collect();
        shuffle(&mut deck, random);
        let hands = [deck[..HAND].to_vec(), deck[HAND..2 * HAND].to_vec()];
        Table { hands, lead: None, mover: first, tricks: [0; 2], played: Vec::new() }
    }

    fn mover(&self) -> Option<Seat> {
        (!self.hands[self.mover].is_empty()).then_some(self.mover)
    }

    fn play(&mut self, card: u8) -> bool {
        let Some(index) = self.hands[self.mover].iter().position(|held| *held == card) else { return false };
        self.hands[self.mover].remove(index);
        self.played.push(card);
        let other = 1 - self.mover;
        self.mover = match self.lead.take() {
            None => {
                self.lead = Some(card);
                other
            }
            Some(lead) => {
                let winner = if card > lead { self.mover } else { other };
                self.tricks[winner] += 1;
                winner
            }
        };
        true
    }

    fn view(&self, seat: Seat) -> View {
        let Table { hands, lead, mover, tricks, played } = self.clone();
        View { seat, hand: hands[seat].clone(), others: hands[1 - seat].len(), lead, mover, tricks, played }
    }

    fn reward(&self, seat: Seat) -> f64 {
        f64::from(u8::from(self.tricks[seat] > self.tricks[1 - seat]))
    }
}

impl View {
    /// Returns a possible match, with the unseen cards dealt.
    fn determinize(&self, random: &mut Random) -> Table {
        let View { seat, ref hand, others, lead, mover, tricks, ref played } = *self;
        let mut unseen: Vec<u8> =
            (0..CARDS).filter(|card| !hand.contains(card) && !played.contains(card)).collect();
        shuffle(&mut unseen, random);
        unseen.truncate(others);
        // Sorted, so that the order is always the same.
        unseen.sort_unstable();
        let hands = if seat == 0 { [hand.clone(), unseen] } else { [unseen, hand.clone()] };
        Table { hands, lead, mover, tricks, played: played.clone() }
    }
}

fn shuffle(cards: &mut [u8], random: &mut Random) {
    for index in (1..cards.len()).rev() {
        cards.swap(index, (random.number() * (index + 1) as f64) as usize);
    }
}

/// The match as a seat's bot knows it. With a deal: one possible match.
struct Cards {
    view: View,
    deal: Option<Table>,
    now: Table,
}

impl Cards {
    fn seen(view: View) -> Self {
        let now = view.determinize(&mut Random::seeded(""));
        Cards { view, deal: None, now }
    }
}

impl World for Cards {
    type Action = u8;

    fn seats(&self) -> usize {
        2
    }

    fn begin(&mut self, random: &mut Random) -> bool {
        self.now = self.deal.clone().unwrap_or_else(|| self.view.determinize(random));
        true
    }

    fn mover(&self) -> Option<Seat> {
        self.now.mover()
    }

    fn enumerate(&mut self, seat: Seat, actions: &mut Vec<u8>) {
        actions.extend_from_slice(&self.now.hands[seat]);
    }

    fn play(&mut self, _: Seat, action: &u8) -> Played {
        if self.now.play(*action) { Played::Done } else { Played::Refused }
    }

    fn judge(&mut self, rewards: &mut [f64]) {
        for (seat, reward) in rewards.iter_mut().enumerate() {
            *reward = self.now.reward(seat);
        }
    }

    fn deals_each_time(&self) -> bool {
        self.deal.is_none()
    }
}

#[derive(Clone, Copy)]
enum Side {
    Random,
    Ismcts(u32),
    /// Searches several deals as if each were the real one, and adds up the results.
    Pimc {
        deals: u32,
        iterations: u32,
    },
}

fn act(side: Side, view: View, random: &mut Random, seed: &str) -> u8 {
    match side {
        Side::Random => any(&mut Cards::seen(view), random),
        Side::Ismcts(iterations) => best(&mut Cards::seen(view), seed, iterations),
        Side::Pimc { deals, iterations } => {
            let found = (0..deals).map(|deal| {
                let mut world = Cards::seen(view.clone());
                world.deal = Some(view.determinize(random));
                let mut search = Search::new(&settings(&format!("{seed} {deal}")));
                search.run(&mut world, iterations);
                search.candidates()
            });
            let found = merge(&found.collect::<Vec<_>>());
            let average = found.into_iter().map(|mut candidate| {
                candidate.proven = None;
                candidate
            });
            let average: Vec<_> = average.collect();
            choose(&average, None, random).expect("a card").action
        }
    }
}

fn play(sides: [Side; 2], game: usize) -> f64 {
    let mut random = Random::seeded(format!("deal {}", game / 2));
    let mut table = Table::deal(&mut random, game % 2);
    // Each deal is played twice, with the hands exchanged.
    let seat_of_first = (game / 2 + game) % 2;
    while let Some(mover) = table.mover() {
        let side = sides[usize::from(mover != seat_of_first)];
        let card = act(side, table.view(mover), &mut random, &format!("{game} {}", table.played.len()));
        assert!(table.play(card));
    }
    table.reward(seat_of_first)
}

fn share(sides: [Side; 2], games: usize) -> f64 {
    (0..games).map(|game| play(sides, game)).sum::<f64>() / games as f64
}

#[test]
fn a_bot_with_a_hidden_hand_against_it_beats_random_play() {
    let games = 60;
    let share = share([Side::Ismcts(150), Side::Random], games);
    assert!(share > 0.55, "{share} of {games} games");
}

#[test]
fn a_determinized_deal_contains_the_seen_cards() {
    let mut random = Random::seeded("deal");
    let mut table = Table::deal(&mut random, 0);
    let cards = [table.hands[0][0], table.hands[1][0]];
    assert!(cards.into_iter().all(|card| table.play(card)));
    let view = table.view(0);
    let deals: Vec<Table> = (0..50).map(|_| view.determinize(&mut random)).collect();
    for deal in &deals {
        assert_eq!((&deal.hands[0], deal.hands[1].len()), (&view.hand, view.others));
        assert!(deal.hands[1].iter().all(|card| !view.hand.contains(card) && !view.played.contains(card)));
    }
    assert!(deals.iter().any(|deal| deal.hands[1] != deals[0].hands[1]), "another one each time");
}

/// Run by hand: `cargo test --release --test native -- --ignored hidden --nocapture`
#[test]
#[ignore = "takes a minute in release; run by hand"]
fn measure_bots_with_hidden_hands() {
    let games = 1_000;
    let pimc = Side::Pimc { deals: 20, iterations: 50 };
    for (name, other, least) in [("random play", Side::Random, 0.5), ("determinised search", pimc, 0.45)] {
        let share = share([Side::Ismcts(1_000), other], games);
        let half = half_width(share, games);
        println!("cards, ISMCTS of 1,000 iterations against {name}: {share:.3} ± {half:.3} of {games}");
        assert!(share + half > least);
    }
}
