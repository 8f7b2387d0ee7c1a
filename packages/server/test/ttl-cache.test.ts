import { expect, it } from '@jest/globals';
import { ttlCache } from '../src/ttl-cache.ts';
import { eventually } from '@qr-attendance/test-kit';

const createLookUp = (found: Map<string, { value: number }>) => {
  const asked: string[] = [];
  const load = (key: string) => {
    asked.push(key);
    return Promise.resolve(found.get(key));
  };
  return { asked, load };
};

it('loads once for concurrent callers, and again after the time to live', async () => {
  const found = new Map([['a', { value: 1 }]]);
  const { asked, load } = createLookUp(found);
  const { find } = ttlCache(load, 50);
  const answers = await Promise.all(Array.from({ length: 20 }, () => find('a')));
  expect(answers).toEqual(Array.from({ length: 20 }, () => ({ value: 1 })));
  expect(asked).toEqual(['a']);
  found.set('a', { value: 2 });
  await eventually(async () => expect(await find('a')).toEqual({ value: 2 }));
});

it('does not cache missing values', async () => {
  const found = new Map<string, { value: number }>();
  const { find } = ttlCache(createLookUp(found).load, 60_000);
  expect(await find('a')).toBeUndefined();
  found.set('a', { value: 1 });
  expect(await find('a')).toEqual({ value: 1 });
});

it('forgets a changed value at once, also while it is loaded', async () => {
  const found = new Map([['a', { value: 1 }]]);
  let answer = () => {};
  const slow = ttlCache(async (key: string) => {
    const seen = found.get(key);
    await new Promise<void>((resolve) => (answer = resolve));
    return seen;
  }, 60_000);
  const before = slow.find('a');
  found.set('a', { value: 2 });
  slow.forget('a');
  answer();
  expect(await before).toEqual({ value: 1 });
  const after = slow.find('a');
  answer();
  expect(await after).toEqual({ value: 2 });
});

it('reports a failure and retries', async () => {
  let fails = true;
  const { find } = ttlCache(() => (fails ? Promise.reject(new Error('away')) : Promise.resolve({})), 60_000);
  await expect(find('a')).rejects.toThrow('away');
  fails = false;
  expect(await find('a')).toEqual({});
});
