import { hash } from 'node:crypto';

export interface StatedKey {
  key: string;
  stated: unknown;
}

const DIGEST_CHARACTERS = 16;
/** 96 bits, because the keys of millions of lines stay in memory. */
const digestOf = (text: string): string => hash('sha256', text, 'base64').slice(0, DIGEST_CHARACTERS);
const digestOfStated = (stated: unknown): string => digestOf(JSON.stringify(stated ?? null));

/**
 * Remembers what the lines of a file state. Keys are unique within the whole file, so two lines with
 * different values for one key contradict each other; the later one would overwrite the earlier one.
 */
export const createStatedKeys = () => {
  /**
   * The digest of the stated values followed by the number of the first line, as one string to save memory.
   */
  const first = new Map<string, string>();

  return {
    /**
     * @returns the earlier line that contradicts one of the keys, or `same` if all keys were stated with
     * equal values
     */
    compare: (keys: StatedKey[]): { contradicts: number } | 'same' | 'new' => {
      let repeated = 0;
      for (const { key, stated } of keys) {
        const earlier = first.get(digestOf(key));
        if (earlier === undefined) continue;
        if (!earlier.startsWith(digestOfStated(stated)))
          return { contradicts: Number(earlier.slice(DIGEST_CHARACTERS)) };
        repeated += 1;
      }
      return repeated > 0 && repeated === keys.length ? 'same' : 'new';
    },
    add: (line: number, keys: StatedKey[]): void => {
      for (const { key, stated } of keys) {
        const digest = digestOf(key);
        if (!first.has(digest)) first.set(digest, `${digestOfStated(stated)}${line}`);
      }
    },
  };
};
export type StatedKeys = ReturnType<typeof createStatedKeys>;
