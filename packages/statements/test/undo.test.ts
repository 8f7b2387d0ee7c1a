import { describe, expect, it } from '@jest/globals';
import { createThing, NOTHING } from './create-thing.ts';

describe('an undo', () => {
  it('restores the replaced values, except values that people changed since (rule 5)', () => {
    const thing = createThing();
    thing.state('r1', { room: 'A', day: 'Mon' });
    thing.state('r2', { room: 'B', day: 'Tue' });
    thing.change({ day: 'Fri' });
    expect(thing.undo('r2')).toEqual({ ...NOTHING, set: { room: 'A' }, kept: ['day'] });
  });

  it('restores a local change that the run overrode (rule 5)', () => {
    const thing = createThing();
    thing.state('r1', { room: 'A' });
    thing.change({ room: 'C' });
    thing.state('r2', { room: 'B' });
    expect(thing.undo('r2')).toEqual({ ...NOTHING, set: { room: 'C' } });
  });

  it('does not mistake a value that people set for the value of an earlier import (rule 5)', () => {
    const thing = createThing({ room: 'X' });
    thing.state('r1', { room: 'A' });
    thing.state('r2', { room: 'B' });
    thing.change({ room: 'A' });
    thing.undo('r2');
    expect(thing.undo('r1')).toEqual({ ...NOTHING, kept: ['room'] });
    expect(thing.world()).toEqual({ room: 'A' });
  });

  it('restores overridden fields of an adopted object, and never removes the object (rule 5)', () => {
    const thing = createThing({ room: 'X' });
    thing.state('r1', { room: 'A' });
    expect(thing.undo('r1')).toEqual({ ...NOTHING, set: { room: 'X' } });
    expect(thing.ledger()).toBeUndefined();
  });

  it.each([
    ['r1', 'r2', 'r3'],
    ['r2', 'r1', 'r3'],
    ['r2', 'r3', 'r1'],
    ['r3', 'r1', 'r2'],
  ])('restores the first values in the order %s, %s, %s (rule 6)', (...order) => {
    const thing = createThing({ room: 'X', day: 'Mon' });
    thing.state('r1', { room: 'A', day: 'Tue' });
    thing.state('r2', { room: 'B', day: 'Tue' });
    thing.state('r3', { room: 'B', day: 'Wed' });
    for (const run of order) thing.undo(run);
    expect(thing.world()).toEqual({ room: 'X', day: 'Mon' });
    expect(thing.ledger()).toBeUndefined();
  });

  it('changes nothing while another import states the same values (rule 6)', () => {
    const thing = createThing();
    thing.state('r1', { room: 'A' });
    thing.state('r2', { room: 'A' });
    expect(thing.undo('r1')).toEqual(NOTHING);
    expect(thing.undo('r2')).toEqual({ ...NOTHING, existence: 'remove' });
  });

  it('keeps only the columns of the remaining import (rule 6)', () => {
    const thing = createThing({ room: 'X', day: 'Mon' });
    thing.state('r1', { room: 'A', day: 'Tue' });
    thing.state('r2', { room: 'A' });
    expect(thing.undo('r1')).toEqual({ ...NOTHING, set: { day: 'Mon' } });
  });

  it('reinstates a withdrawn object with the values of the remaining imports (rule 7)', () => {
    const thing = createThing();
    thing.state('r1', { room: 'A' });
    thing.state('r2', { room: 'B' });
    expect(thing.withdraw('r3')).toEqual({ ...NOTHING, existence: 'withdraw' });
    thing.undo('r2');
    expect(thing.undo('r3')).toEqual({ ...NOTHING, existence: 'reinstate', set: { room: 'A' } });
  });

  it('voids the period of a statement that followed a withdrawal (rule 7)', () => {
    const thing = createThing();
    thing.state('r1', { room: 'A' });
    thing.withdraw('r2');
    thing.state('r3', { room: 'A' });
    expect(thing.undo('r3')).toEqual({ ...NOTHING, existence: 'void-restated' });
    expect(thing.undo('r1')).toEqual({ ...NOTHING, existence: 'remove' });
  });

  it('closes the gap of an older withdrawal (rule 7)', () => {
    const thing = createThing();
    thing.state('r1', { room: 'A' });
    thing.withdraw('r2');
    thing.state('r3', { room: 'B' });
    expect(thing.undo('r2')).toEqual({ ...NOTHING, existence: 'reinstate', set: { room: 'B' } });
  });

  it('removes only the former period of an object that a later import withdrew (rule 7)', () => {
    const thing = createThing();
    thing.state('r1', { room: 'A' });
    thing.withdraw('r2');
    thing.state('r3', { room: 'B' });
    expect(thing.undo('r1')).toEqual({ ...NOTHING, existence: 'void-former' });
    expect(thing.undo('r2')).toEqual(NOTHING);
    expect(thing.undo('r3')).toEqual({ ...NOTHING, existence: 'remove' });
  });

  it('does not restore an object that people had removed before a withdrawal (rules 1 and 5)', () => {
    const thing = createThing();
    thing.state('r1', { room: 'A' });
    thing.change(undefined);
    expect(thing.withdraw('r2')).toEqual(NOTHING);
    thing.state('r3', { room: 'A' });
    expect(thing.undo('r2')).toEqual(NOTHING);
    expect(thing.undo('r3')).toEqual({ ...NOTHING, existence: 'void-restated' });
  });

  it('keeps a field without a known earlier value', () => {
    const thing = createThing({ room: 'X', day: 'Mon' });
    thing.state('r1', { room: 'A' });
    thing.withdraw('r2');
    thing.state('r3', { room: 'A', day: 'Tue' });
    thing.undo('r3');
    expect(thing.undo('r2')).toEqual({ ...NOTHING, existence: 'reinstate', set: { room: 'A' } });
  });
});
