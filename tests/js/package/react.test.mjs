// useGame for React, with a simulated store and, once, with a real client. In React 16 to 19.
import assert from 'node:assert/strict';
import test, { afterEach, before, describe } from 'node:test';
import { Client as makeClient } from 'rondel/client';
import { Local } from 'rondel/multiplayer';
import { reactOf, VERSIONS } from '../support/react.mjs';
import { nextTask } from '../support/tasks.mjs';
import { calls, fakeClient } from './fixtures.mjs';

for (const version of VERSIONS) {
  describe(`React ${version}`, () => {
    let react;
    let React;
    let useGame;
    let complaints = [];

    before(async () => {
      react = await reactOf(version);
      ({ React, bindings: { useGame } } = react);
      console.error = (...args) => complaints.push(args.join(' '));
    });

    afterEach(async () => {
      const printed = complaints;
      await react.closeAll();
      complaints = [];
      assert.deepEqual(printed, [], 'React complained');
    });

    /** Renders the component and returns a function that renders it again with other props. */
    async function render(Component, props = {}, options = {}) {
      const { container, again } = await react.show(react.h(Component, props), options);
      return { again: (next) => again(react.h(Component, next)), text: () => container.textContent };
    }

    /** A component that shows the result of useGame, and counts its renders. */
    function view(select) {
      const Component = (props) => {
        Component.renderings++;
        const value = select(props);
        Component.values.push(value);
        return JSON.stringify(value);
      };
      Object.assign(Component, { renderings: 0, values: [] });
      return Component;
    }

    test('useGame shows the state and each change of it', async () => {
      const client = fakeClient();
      const Count = view(() => useGame(client));
      const { text } = await render(Count);
      assert.equal(text(), '{"count":0,"list":[1,2]}');
      await react.act(async () => client.set({ count: 1 }));
      assert.equal(text(), '{"count":1}');
      assert.equal(Count.renderings, 2);
    });

    test('useGame renders again only when the selected value has changed', async () => {
      const client = fakeClient();
      const Count = view(() => useGame(client, (state) => state.count));
      const { text } = await render(Count);
      await react.act(async () => client.set({ count: 0, list: [] }));
      assert.equal(Count.renderings, 1);
      await react.act(async () => client.set({ count: 4, list: [] }));
      assert.equal(text(), '4');
    });

    test('a selector that makes a new array each time neither loops nor renders without a change', async () => {
      const client = fakeClient();
      const List = view(() => useGame(client, ({ count, list }) => [count, list.length]));
      const { again } = await render(List);
      await react.act(async () => client.set({ count: 0, list: [3, 4] }));
      assert.equal(List.renderings, 1);
      await again({ other: 'props' });
      assert.equal(List.renderings, 2);
      assert.equal(List.values[0], List.values[1]);
      await react.act(async () => client.set({ count: 1, list: [] }));
      assert.deepEqual(List.values.at(-1), [1, 0]);
    });

    test('a selector may use props', async () => {
      const client = fakeClient({ names: ['a', 'b'] });
      const Name = view(({ id }) => useGame(client, ({ names }) => names[id]));
      const { again, text } = await render(Name, { id: 0 });
      await again({ id: 1 });
      assert.equal(text(), '"b"');
      await react.act(async () => client.set({ names: ['a', 'c'] }));
      assert.equal(text(), '"c"');
    });

    for (const strict of [false, true]) {
      test(`the client runs while a component is mounted${strict ? ', in StrictMode without an interruption' : ''}`, async () => {
        const client = fakeClient();
        const { text } = await render(view(() => useGame(client, (state) => state.count)), {}, { strict });
        await nextTask();
        assert.deepEqual([calls(client.start), calls(client.stop), client.subscribed], [1, 0, 1]);
        await react.act(async () => client.set({ count: 2 }));
        assert.equal(text(), '2');
        await react.closeAll();
        assert.deepEqual([calls(client.start), calls(client.stop), client.subscribed], [1, 1, 0]);
        await render(view(() => useGame(client)));
        assert.deepEqual([calls(client.start), calls(client.stop), client.subscribed], [2, 1, 1]);
      });
    }

    test('components share a running client: the last one stops it', async () => {
      const client = fakeClient();
      const Half = () => useGame(client, (state) => state.count);
      const Both = ({ one }) => [one && react.h(Half, { key: 1 }), react.h(Half, { key: 2 })];
      const { again } = await render(Both, { one: true });
      await again({ one: false });
      await nextTask();
      assert.deepEqual([calls(client.start), calls(client.stop), client.subscribed], [1, 0, 1]);
      await react.closeAll();
      assert.equal(calls(client.stop), 1);
    });

    test('useGame follows another client', async () => {
      const [first, second] = [fakeClient({ count: 1 }), fakeClient({ count: 2 })];
      const { again, text } = await render(view(({ client }) => useGame(client, (state) => state.count)), { client: first });
      await again({ client: second });
      await nextTask();
      assert.equal(text(), '2');
      assert.deepEqual([calls(first.stop), first.subscribed, calls(second.start)], [1, 0, 1]);
    });

    test('a store whose state is a new object at each call does not loop', async () => {
      const client = fakeClient({ count: 0 }, { unstable: true });
      const Count = view(() => useGame(client));
      const { text } = await render(Count, {}, { strict: true });
      await react.act(async () => client.set({ count: 1 }));
      assert.equal(text(), '{"count":1}');
      assert.ok(Count.renderings <= 8, `${Count.renderings} renderings`);
    });

    test('a change between the first render and the subscription is not missed', async () => {
      const client = fakeClient({ count: 0 });
      const Early = () => {
        React.useLayoutEffect(() => client.set({ count: 5 }), []);
        return useGame(client, (state) => state.count);
      };
      assert.equal((await render(Early)).text(), '5');
    });

    for (const [when, before, after] of [['before', true, false], ['after', false, true]]) {
      test(`a client that the page started ${when} a component uses it keeps running after the component unmounts`, async () => {
        const client = makeClient({ game: { setup: () => ({ n: 0 }) }, multiplayer: Local(), playerID: '0' });
        if (before) client.start();
        const { close } = await react.show(react.h(() => useGame(client, () => 'shown')));
        if (after) client.start();
        await close();
        assert.equal(client.connection.status, 'connected');
        client.stop();
        const again = await react.show(react.h(() => useGame(client, () => 'shown')));
        assert.equal(client.connection.status, 'connected');
        await again.close();
        assert.equal(client.connection.status, 'stopped');
      });
    }

    test('useGame shows a real game', async () => {
      const { Client } = await import('rondel/client');
      const client = Client({ game: { setup: () => ({ n: 0 }), moves: { add: ({ G }, by) => { G.n += by; } } } });
      const N = view(() => useGame(client, ({ G }) => G.n));
      const { text } = await render(N, {}, { strict: true });
      await react.act(async () => { client.moves.add(3); });
      assert.equal(text(), '3');
      await react.act(async () => { client.undo(); });
      assert.equal(text(), '0');
      await react.closeAll();
      client.dispose();
    });
  });
}
