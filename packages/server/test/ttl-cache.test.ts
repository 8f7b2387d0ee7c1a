import { expect, it } from '@jest/globals';
import { ttlCache } from '../src/ttl-cache.ts';
import { eventually } from '@qr-attendance/test-kit';

const createLookUp = (values: Map<string, { value: number }>) => {
  const loadedKeys: string[] = [];
  const load = (key: string) => {
    loadedKeys.push(key);
    return Promise.resolve(values.get(key));
  };
  return { asked: loadedKeys, load };
};

it('loads once for concurrent callers, and again after the time to live', async () => {
  const values = new Map([['a', { value: 1 }]]);
  const { asked: loadedKeys, load } = createLookUp(values);
  const { find } = ttlCache(load, 50);
  const answers = await Promise.all(Array.from({ length: 20 }, () => find('a')));
  expect(answers).toEqual(Array.from({ length: 20 }, () => ({ value: 1 })));
  expect(loadedKeys).toEqual(['a']);
  values.set('a', { value: 2 });
  await eventually(async () => expect(await find('a')).toEqual({ value: 2 }));
});

it('does not cache missing values', async () => {
  const values = new Map<string, { value: number }>();
  const { find } = ttlCache(createLookUp(values).load, 60_000);
  expect(await find('a')).toBeUndefined();
  values.set('a', { value: 1 });
  expect(await find('a')).toEqual({ value: 1 });
});

it('invalidates a changed value at once, even while it is being loaded', async () => {
  const values = new Map([['a', { value: 1 }]]);
  let answer = () => {};
  const slow = ttlCache(async (key: string) => {
    const seen = values.get(key);
    await new Promise<void>((resolve) => (answer = resolve));
    return seen;
  }, 60_000);
  const before = slow.find('a');
  values.set('a', { value: 2 });
  slow.forget('a');
  answer();
  expect(await before).toEqual({ value: 1 });
  const after = slow.find('a');
  answer();
  expect(await after).toEqual({ value: 2 });
});

it('propagates a failure and retries on the next call', async () => {
  let fails = true;
  const { find } = ttlCache(() => (fails ? Promise.reject(new Error('away')) : Promise.resolve({})), 60_000);
  await expect(find('a')).rejects.toThrow('away');
  fails = false;
  expect(await find('a')).toEqual({});
});
