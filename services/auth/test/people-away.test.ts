import { describe, expect, it } from '@jest/globals';
import { trackPeopleAway } from '../src/password-queue/people-away.ts';

const earlier = { id: 'earlier', number: 1 };
const times = (count: number, what: () => boolean): boolean[] => Array.from({ length: count }, what);

describe('someone who was sent away until later', () => {
  it('is overtaken by 50 newcomers at most', () => {
    const away = trackPeopleAway();
    away.leave(earlier, 60);
    expect(times(50, away.mayOvertake)).not.toContain(false);
    expect(times(5, away.mayOvertake)).not.toContain(true);
  });

  it('lets newcomers in again by coming back', () => {
    const away = trackPeopleAway();
    away.leave(earlier, 60);
    times(50, away.mayOvertake);
    away.comeBack(earlier);
    expect(away.mayOvertake()).toBe(true);
  });

  it('is not overtaken by 50 more when sent away once more', () => {
    const away = trackPeopleAway();
    away.leave(earlier, 60);
    times(30, away.mayOvertake);
    away.leave(earlier, 60, away.comeBack(earlier));
    expect(times(21, away.mayOvertake)).toEqual([...times(20, () => true), false]);
  });

  it('keeps nobody out when more than 5 s late', () => {
    const away = trackPeopleAway();
    away.leave(earlier, -6);
    expect(times(60, away.mayOvertake)).not.toContain(false);
    expect(away.count()).toBe(0);
  });
});
