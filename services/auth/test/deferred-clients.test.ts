import { describe, expect, it } from '@jest/globals';
import { trackDeferredClients } from '../src/core/sign-in-queue/deferred-clients.ts';

const earlier = { id: 'earlier', number: 1 };
const times = (count: number, what: () => boolean): boolean[] => Array.from({ length: count }, what);

describe('a deferred client', () => {
  it('is overtaken by at most 50 newcomers', () => {
    const away = trackDeferredClients();
    away.leave(earlier, 60);
    expect(times(50, away.canSkipAhead)).not.toContain(false);
    expect(times(5, away.canSkipAhead)).not.toContain(true);
  });

  it('no longer limits newcomers once it returns', () => {
    const away = trackDeferredClients();
    away.leave(earlier, 60);
    times(50, away.canSkipAhead);
    away.comeBack(earlier);
    expect(away.canSkipAhead()).toBe(true);
  });

  it('is overtaken by no more than 50 in total, even if it is deferred again', () => {
    const away = trackDeferredClients();
    away.leave(earlier, 60);
    times(30, away.canSkipAhead);
    away.leave(earlier, 60, away.comeBack(earlier));
    expect(times(21, away.canSkipAhead)).toEqual([...times(20, () => true), false]);
  });

  it('no longer limits newcomers when it is more than 5 s late', () => {
    const away = trackDeferredClients();
    away.leave(earlier, -6);
    expect(times(60, away.canSkipAhead)).not.toContain(false);
    expect(away.count()).toBe(0);
  });
});
