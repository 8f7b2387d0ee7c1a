import { describe, expect, it } from '@jest/globals';
import { effortOf, PACE, type Act } from '../src/usability/pace.ts';

const { key, pointing, homing, mental } = PACE;
const keys = (field: string, count: number): Act[] =>
  Array.from({ length: count }, () => ({ kind: 'key', field }));

describe('the effort of a task', () => {
  it('is zero without actions', () => {
    expect(effortOf([])).toEqual({ presses: 0, fields: 0, seconds: 0 });
  });

  it('counts presses by pointer and by Enter alike, with a mental step for the pointer only', () => {
    const { presses, seconds } = effortOf([{ kind: 'press' }, { kind: 'enter' }]);
    expect(presses).toBe(2);
    expect(seconds).toBeCloseTo(mental + pointing + key + homing + key);
  });

  it('counts a field once, however much is typed, and its caret not as a press', () => {
    const found = effortOf([{ kind: 'caret' }, ...keys('pin', 4), { kind: 'caret' }, ...keys('pin', 2)]);
    expect(found).toMatchObject({ presses: 0, fields: 1 });
    expect(found.seconds).toBeCloseTo(mental + 2 * (pointing + key) + 3 * homing + 6 * key);
  });
});
