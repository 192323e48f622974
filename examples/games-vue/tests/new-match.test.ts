import { mount } from '@vue/test-utils';
import { expect, test } from 'vitest';
import NewMatch from '../src/lobby/NewMatch.vue';

test('the form creates a match with its options, and with bots at the last seats', async () => {
  const form = mount(NewMatch, { props: { playerName: 'Ann', isBusy: false } });
  const [players, bots, rounds, cards] = form.findAll('select');
  await players.setValue('5');
  await bots.setValue('2');
  await rounds.setValue('full');
  await cards.setValue('7');
  await form.trigger('submit');
  expect(form.emitted('create')).toEqual([[{
    numPlayers: 5, setupData: { rounds: 'full', cards: 7 }, bots: { 4: 'steady', 3: 'steady' }, botsTakeOver: 'steady',
  }]]);
});

test('one seat stays free of bots when there are fewer players', async () => {
  const form = mount(NewMatch, { props: { playerName: 'Ann', isBusy: false } });
  const [players, bots] = form.findAll('select');
  await players.setValue('4');
  await bots.setValue('3');
  await players.setValue('3');
  expect(bots.element.value).toBe('2');
  expect(bots.findAll('option')).toHaveLength(3);
});

test('an unsaved name stays when the player chooses something else', async () => {
  const form = mount(NewMatch, { props: { playerName: 'Ann', isBusy: false } });
  const { element } = form.get('input');
  element.value = 'Bea';
  await form.get('input').trigger('input');
  await form.findAll('select')[0].setValue('4');
  expect(element.value).toBe('Bea');
});

test('a new name is saved when the player has entered it, unless it is empty', async () => {
  const form = mount(NewMatch, { props: { playerName: 'Ann', isBusy: false } });
  await form.get('input').setValue('');
  await form.get('input').setValue('Bea');
  expect(form.emitted('rename')).toEqual([['Bea']]);
});
