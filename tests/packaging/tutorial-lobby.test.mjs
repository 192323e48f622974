// The lobby of boardgame.io's documentation, with only the imports changed, in Chromium: its calls, and its component in two
// browsers. The same calls of boardgame.io itself are the control.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { cert, key } from '../js/server/certificate.mjs';
import { VERSIONS, boardOf, playOn } from './tutorial-board.mjs';
import { LIBRARIES, closeBrowser, eventually, startProject } from './tutorial-project.mjs';

after(closeBrowser);

for (const { library, options } of LIBRARIES) {
  test(`${library}: LobbyClient creates a match; two players join, play, leave and play again`, options, async (t) => {
    const project = await startProject(t, library);
    await project.follow('game-4-name', 'server', 'plain-2-board', 'lobby-client');
    await project.serveGames();
    await project.build(VERSIONS.plain);
    const browsers = [await project.open(), await project.open()];
    const [alice, bob] = browsers.map(({ page }) => (method, ...args) => (
      page.evaluate(([name, given]) => window.lobbyClient[name](...given), [method, args])
    ));

    assert.deepEqual(await alice('listGames'), ['tic-tac-toe']);
    const { matchID } = await alice('createMatch', 'tic-tac-toe', { numPlayers: 2 });
    const { playerCredentials } = await alice('joinMatch', 'tic-tac-toe', matchID, { playerID: '0', playerName: 'Alice' });
    // “If not sent, will be automatically assigned to the first available ordinal.”
    const joined = await bob('joinMatch', 'tic-tac-toe', matchID, { playerName: 'Bob' });
    assert.equal(joined.playerID, '1');
    await alice('updatePlayer', 'tic-tac-toe', matchID, { playerID: '0', credentials: playerCredentials, newName: 'Al' });
    const { matches } = await bob('listMatches', 'tic-tac-toe');
    assert.deepEqual(matches.map((match) => [match.matchID, match.players.map(({ id, name }) => [id, name])]), [
      [matchID, [[0, 'Al'], [1, 'Bob']]],
    ]);

    const seats = [{ playerID: '0', credentials: playerCredentials }, { playerID: '1', credentials: joined.playerCredentials }];
    for (const [seat, { page }] of browsers.entries()) {
      await page.evaluate((match) => window.play(match), { matchID, ...seats[seat] });
    }
    await project.seated('tic-tac-toe', matchID);
    await playOn(browsers.map(({ page }) => boardOf(page, VERSIONS.plain)));
    assert.deepEqual((await alice('getMatch', 'tic-tac-toe', matchID)).gameover, { winner: '0' });

    const next = await Promise.all([alice, bob].map(async (ask, seat) => {
      if (seat === 1) await eventually(async () => assert.ok((await ask('getMatch', 'tic-tac-toe', matchID)).nextMatchID));
      return ask('playAgain', 'tic-tac-toe', matchID, seats[seat]);
    }));
    assert.equal(next[0].nextMatchID, next[1].nextMatchID);
    for (const [seat, ask] of [alice, bob].entries()) await ask('leaveMatch', 'tic-tac-toe', matchID, seats[seat]);
    const left = (await alice('listMatches', 'tic-tac-toe')).matches.map((match) => match.matchID);
    assert.deepEqual(left, [next[0].nextMatchID]);
    assert.deepEqual(browsers.flatMap(({ complaints }) => complaints), []);
  });
}

// No control: boardgame.io's lobby lists a match twice when it requests the list twice at a time.
test('rondel: two players meet in the Lobby, play and leave, at a server with HTTPS', async (t) => {
  const project = await startProject(t, 'rondel');
  await project.follow('game-4-name', 'react-1-client', 'react-2-board', 'lobby', 'lobby-https');
  await project.write('path/to/cert', cert);
  await project.write('path/to/key', key);
  await project.serveGames();
  await project.build(VERSIONS.react);
  // Accepts the test's self-signed certificate.
  const browsers = [await project.open({ ignoreHTTPSErrors: true }), await project.open({ ignoreHTTPSErrors: true })];
  const [alice, bob] = browsers.map(({ page }) => lobbyOn(page));

  await alice.enter('Alice');
  await bob.enter('Bob');
  await alice.create(2);
  for (const lobby of [alice, bob]) await lobby.lists('tic-tac-toe OPEN [free], [free] Join');
  await alice.press('Join');
  await alice.lists('tic-tac-toe OPEN Alice, [free] Leave');
  await bob.lists('tic-tac-toe OPEN Alice, [free] Join');
  await bob.press('Join');
  for (const lobby of [alice, bob]) {
    await lobby.lists('tic-tac-toe RUNNING Alice, Bob PlayLeave');
    await lobby.press('Play');
  }
  await playOn(browsers.map(({ page }) => boardOf(page, VERSIONS.react)));

  for (const lobby of [alice, bob]) await lobby.press('Exit match');
  await alice.press('Leave');
  await bob.lists('tic-tac-toe OPEN [free], Bob Leave');
  await bob.press('Leave');
  // “Matches that become empty are automatically deleted.”
  for (const lobby of [alice, bob]) await lobby.lists();
  for (const lobby of [alice, bob]) await lobby.press('Exit lobby');
  assert.deepEqual(browsers.flatMap(({ complaints }) => complaints), []);
});

/** The lobby as a player sees it. */
function lobbyOn(page) {
  const press = (name) => page.getByRole('button', { name, exact: true }).click();
  return {
    press,
    async enter(name) {
      await page.locator('#lobby-view input').fill(name);
      await press('Enter');
      await page.getByText(`Welcome, ${name}`).waitFor();
    },
    async create(players) {
      await page.locator('#match-creation select').nth(1).selectOption(String(players));
      await press('Create');
    },
    /** Waits for these matches, each as one line. */
    lists: (...expected) => eventually(async () => {
      const lines = await page.locator('#instances tr').allInnerTexts();
      assert.deepEqual(lines.map((line) => line.replace(/\s+/g, ' ').trim()), expected);
    }),
  };
}
