import { describe, expect, it } from '@jest/globals';
import { findSource, momentOfRun, type Ranking } from '../src/index.ts';
import { createThing } from './create-thing.ts';

const ranking: Ranking = { sources: ['registry', 'platform'], fields: {} };

describe('the source of an object (rule 18)', () => {
  it('is the source that states the object, with its last import and with local changes', () => {
    const thing = createThing();
    const find = () => findSource(thing.ledger(), thing.world(), ranking);
    expect(find()).toBeUndefined();
    thing.state('r1', { room: 'A', day: 'Mon' });
    thing.state('r2', { room: 'A', day: 'Mon' });
    expect(find()).toMatchObject({ source: 'registry', run: 'r2', deviations: [] });
    thing.change({ room: 'B' });
    expect(find()?.deviations).toEqual([{ field: 'room', stated: 'A' }]);
    thing.undo('r2');
    expect(find()).toMatchObject({ run: 'r1', deviations: [{ field: 'room', stated: 'A' }] });
  });

  it('differs in values that an administrator left out, and in none while the object does not exist', () => {
    const thing = createThing({ room: 'X' });
    thing.state('r1', { room: 'A' }, { declined: ['room'] });
    expect(findSource(thing.ledger(), thing.world(), ranking)?.deviations).toEqual([
      { field: 'room', stated: 'A' },
    ]);
    expect(findSource(thing.ledger(), undefined, ranking)).toMatchObject({
      values: { room: 'A' },
      deviations: [],
    });
  });

  it('is the higher-ranked of two sources, or the lower source once the higher has withdrawn the object', () => {
    const thing = createThing();
    thing.state('r1', { room: 'A' }, { source: 'platform' });
    thing.state('r2', { room: 'B' });
    expect(findSource(thing.ledger(), thing.world(), ranking)).toMatchObject({
      source: 'registry',
      run: 'r2',
      values: { room: 'B' },
    });
    thing.withdraw('r3');
    expect(findSource(thing.ledger(), thing.world(), ranking)).toMatchObject({
      source: 'platform',
      run: 'r1',
      values: { room: 'A' },
    });
    thing.withdraw('r4', { source: 'platform' });
    expect(findSource(thing.ledger(), thing.world(), ranking)).toBeUndefined();
  });

  it('has the time of its import, which is derived from the ID of the import', () => {
    expect(momentOfRun('69df6a80000000000000000a')).toEqual(new Date(0x69df6a80 * 1_000));
    expect(momentOfRun('nightly')).toBeUndefined();
    expect(momentOfRun(undefined)).toBeUndefined();
  });
});
