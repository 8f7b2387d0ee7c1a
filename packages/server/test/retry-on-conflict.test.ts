import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { invalid, RETRY, retryOnConflict, STATUS_BY_KIND, WriteConflict } from '../src/index.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Creates a write that fails with this number of conflicts before it succeeds. */
const createWrite = (conflicts: number) => {
  const write = {
    attempts: 0,
    attempt: async () => {
      write.attempts += 1;
      return write.attempts > conflicts ? write.attempts : RETRY;
    },
  };
  return write;
};

describe('an optimistic write', () => {
  it.each([0, 1, 4])('succeeds after %i conflicts', async (conflicts) => {
    expect(await retryOnConflict('course', createWrite(conflicts).attempt)).toBe(conflicts + 1);
  });

  it('fails with a typed error and status 503 if all five attempts conflict', async () => {
    const write = createWrite(Infinity);
    const error: unknown = await retryOnConflict('course', write.attempt).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(WriteConflict);
    const { what, kind, code } = error as WriteConflict;
    expect({ what, status: STATUS_BY_KIND[kind], code }).toEqual({
      what: 'course',
      status: 503,
      code: 'try_again',
    });
    expect(write.attempts).toBe(5);
  });

  it('is not retried after any other error, even if a nested write ran out of attempts', async () => {
    let attempts = 0;
    const failing = (error: Error) =>
      retryOnConflict('course', async () => {
        attempts += 1;
        throw error;
      });
    await expect(failing(invalid('too_long', 'The name is too long.'))).rejects.toMatchObject({
      code: 'too_long',
    });
    await expect(failing(new WriteConflict('unit'))).rejects.toMatchObject({ what: 'unit' });
    expect(attempts).toBe(2);
  });

  it('keeps the changes of concurrent writers', async () => {
    let stored = { version: 0, names: [] as string[] };
    const add = (name: string) =>
      retryOnConflict('list', async () => {
        const read = stored;
        await new Promise(setImmediate);
        if (stored.version !== read.version) return RETRY;
        stored = { version: read.version + 1, names: [...read.names, name] };
        return stored;
      });
    await Promise.all(['a', 'b', 'c', 'd'].map(add));
    expect(stored.names.toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is retried only by retryOnConflict', () => {
    const loop =
      /\bfor \(let (?:\w*(?:tries|attempts?)\b|left = MAX_)[^\n]*\)|\bwhile \([^\n]*(?:tries|attempts?)\b/gi;
    const files = globSync('{services/*,packages/{server,messaging}}/src/**/*.ts', { cwd: root }).filter(
      (path) => !path.includes('/generated/'),
    );
    expect(files.length).toBeGreaterThan(300);
    const loops = files.flatMap((path) =>
      [...readFileSync(resolve(root, path), 'utf8').matchAll(loop)].map(([text]) => `${path}: ${text}`),
    );
    expect(loops).toEqual([]);
  });
});
