import { describe, expect, it } from '@jest/globals';
import { EXISTS } from '../src/index.ts';
import { createThing, NOTHING } from './create-thing.ts';

describe('a line', () => {
  it('adds an object that does not exist', () => {
    const thing = createThing();
    expect(thing.compare({ room: 'A' })).toEqual({
      outcome: 'added',
      changes: [{ field: 'room', from: null, to: 'A', overrides: false }],
    });
    expect(thing.state('r1', { room: 'A' })).toEqual({ ...NOTHING, existence: 'create', set: { room: 'A' } });
  });

  it('adopts an object that people created, and changes only fields that differ', () => {
    const thing = createThing({ room: 'X', day: 'Mon' });
    expect(thing.compare({ room: 'A', day: 'Mon' })).toEqual({
      outcome: 'adopted',
      changes: [{ field: 'room', from: 'X', to: 'A', overrides: false }],
    });
    expect(thing.state('r1', { room: 'A', day: 'Mon' })).toEqual({ ...NOTHING, set: { room: 'A' } });
  });

  it('changes nothing if it is repeated unchanged, whatever people have changed since (rules 1 and 2)', () => {
    const thing = createThing();
    thing.state('r1', { room: 'A' });
    thing.change({ room: 'C' });
    expect(thing.compare({ room: 'A' })).toEqual({ outcome: 'unchanged', changes: [] });
    expect(thing.state('r2', { room: 'A' })).toEqual(NOTHING);
    thing.change(undefined);
    expect(thing.state('r3', { room: 'A' })).toEqual(NOTHING);
    expect(thing.ledger()?.entries).toMatchObject([{ runs: ['r1', 'r2', 'r3'] }]);
  });

  it('changes only fields whose stated value changed, and reports which local change it overrides (rule 2)', () => {
    const thing = createThing();
    thing.state('r1', { room: 'A', day: 'Mon' });
    thing.change({ room: 'C', day: 'Tue' });
    expect(thing.compare({ room: 'B', day: 'Mon' })).toEqual({
      outcome: 'changed',
      changes: [{ field: 'room', from: 'C', to: 'B', overrides: true }],
    });
    thing.state('r2', { room: 'B', day: 'Mon' });
    expect(thing.world()).toEqual({ room: 'B', day: 'Tue' });
  });

  it('does not bring back an object that people removed, unless the object was withdrawn before (rule 1)', () => {
    const thing = createThing();
    thing.state('r1', { room: 'A' });
    thing.change(undefined);
    expect(thing.state('r2', { room: 'B' })).toEqual(NOTHING);
    thing.withdraw('r3');
    expect(thing.compare({ room: 'B' }).outcome).toBe('restated');
    expect(thing.state('r4', { room: 'B' })).toEqual({
      ...NOTHING,
      existence: 'restate',
      set: { room: 'B' },
    });
  });

  it('applies a declined field on request, and an undo declines it again (rule 2)', () => {
    const thing = createThing();
    thing.state('r1', { room: 'A', day: 'Mon' });
    thing.change({ room: 'C', day: 'Tue' });
    thing.state('r2', { room: 'B', day: 'Mon' }, { declined: ['room'] });
    expect(thing.world()).toEqual({ room: 'C', day: 'Tue' });
    expect(thing.state('r3', { room: 'B', day: 'Mon' })).toEqual(NOTHING);
    expect(thing.state('r4', { room: 'B', day: 'Mon' }, { takesUp: true })).toEqual({
      ...NOTHING,
      set: { room: 'B' },
    });
    thing.undo('r4');
    expect(thing.world()).toEqual({ room: 'C', day: 'Tue' });
    expect(thing.state('r5', { room: 'B', day: 'Mon' })).toEqual(NOTHING);
  });

  it('skips a declined field until its stated value changes (rule 2)', () => {
    const thing = createThing({ room: 'X' });
    thing.state('r1', { room: 'A' }, { declined: ['room'] });
    expect(thing.compare({ room: 'A' })).toEqual({ outcome: 'unchanged', changes: [] });
    expect(thing.compare({ room: 'B' }).changes).toEqual([
      { field: 'room', from: 'X', to: 'B', overrides: false },
    ]);
  });

  it('adds no object, now or later, if an administrator declined the object (rule 2)', () => {
    const thing = createThing();
    expect(thing.state('r1', { room: 'A' }, { declined: [EXISTS, 'room'] })).toEqual(NOTHING);
    expect(thing.state('r2', { room: 'A' })).toEqual(NOTHING);
  });

  it('stays pending with its reason, and is offered again, if its owner rejects it (rule 3)', () => {
    const thing = createThing();
    thing.refuse('r1', { room: 'A' }, 'There is no such room.');
    expect(thing.ledger()?.pending).toEqual({
      registry: { run: 'r1', values: { room: 'A' }, reason: 'There is no such room.' },
    });
    expect(thing.compare({ room: 'A' }).outcome).toBe('added');
    thing.state('r2', { room: 'A' });
    expect(thing.ledger()?.pending).toEqual({});
  });

  it('changes nothing if its import is repeated (rule 17)', () => {
    const thing = createThing();
    thing.state('r1', { room: 'A' });
    const before = thing.ledger();
    thing.change({ room: 'C' });
    expect(thing.state('r1', { room: 'A' })).toEqual(NOTHING);
    expect(thing.ledger()).toEqual(before);
  });
});

describe('two sources (rule 15)', () => {
  it('are ranked: a lower source never replaces a higher source, and applies once the higher source withdraws', () => {
    const thing = createThing();
    thing.state('r1', { room: 'A' });
    expect(thing.state('p1', { room: 'B' }, { source: 'platform' })).toEqual(NOTHING);
    expect(thing.withdraw('r2')).toEqual({ ...NOTHING, set: { room: 'B' } });
    expect(thing.withdraw('p2', { source: 'platform' })).toEqual({ ...NOTHING, existence: 'withdraw' });
  });

  it('do not bring back an object that people removed while one of the sources states it', () => {
    const thing = createThing();
    thing.state('r1', { room: 'A' });
    thing.change(undefined);
    expect(thing.state('p1', { room: 'B' }, { source: 'platform' })).toEqual(NOTHING);
    expect(thing.withdraw('r2')).toEqual(NOTHING);
  });
});
