import { describe, expect, it } from '@jest/globals';
import { wholeDaysOf } from '../src/reports/rules/whole-days.ts';

const at = (text: string) => new Date(text);

describe('the days that lie in a span whatever their zone', () => {
  it('leave out those that may have begun before it or end after it somewhere', () => {
    expect(wholeDaysOf(at('2026-09-14T09:00:00Z'), at('2026-09-30T10:00:00Z'))).toEqual({
      first: '2026-09-15',
      last: '2026-09-28',
      headEnds: at('2026-09-15T12:00:00Z'),
      tailBegins: at('2026-09-28T10:00:00Z'),
    });
  });
  it('hold a day that fits in exactly', () => {
    const [from, to] = [at('2026-09-14T10:00:00Z'), at('2026-09-16T12:00:00Z')];
    expect(wholeDaysOf(from, to)).toMatchObject({ first: '2026-09-15', last: '2026-09-15' });
    expect(wholeDaysOf(at('2026-09-14T10:00:00.001Z'), to)).toBeUndefined();
  });
  it('never let head and tail overlap', () => {
    const { headEnds, tailBegins } =
      wholeDaysOf(at('2026-09-14T10:00:00Z'), at('2026-09-16T12:00:00Z')) ?? {};
    expect(tailBegins).toEqual(headEnds);
  });
  it('go on for ever on an open side', () => {
    expect(wholeDaysOf(undefined, undefined)).toMatchObject({ first: '-infinity', last: 'infinity' });
    expect(wholeDaysOf(at('2026-09-14T00:00:00Z'), undefined)).toMatchObject({
      first: '2026-09-15',
      last: 'infinity',
      tailBegins: undefined,
    });
  });
  it('do so too from or to a year that no calendar reaches', () => {
    expect(wholeDaysOf(at('0000-01-01T00:00:00Z'), at('9999-12-31T23:59:59Z'))).toMatchObject({
      first: '-infinity',
      last: 'infinity',
    });
    expect(wholeDaysOf(at('9999-01-01T00:00:00Z'), undefined)).toBeUndefined();
    expect(wholeDaysOf(undefined, at('0000-12-31T00:00:00Z'))).toBeUndefined();
  });
});
