import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { FULL_ONLY as FULL_ONLY_SUITES } from '@qr-attendance/tooling/jest-tiers';
import type { Attack } from '../src/attack.ts';
import { attacks } from '../src/attacks/list.ts';
import { FULL_ONLY } from '../src/tiers.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const FOLDER = join(import.meta.dirname, '../src/attacks');

const families = await Promise.all(
  readdirSync(FOLDER)
    .filter((file) => file !== 'list.ts')
    .map(async (file) => {
      const { ...exported } = (await import(join(FOLDER, file))) as Record<string, Attack[] | object>;
      const found: Attack[] = Object.values(exported).flatMap((each) => (Array.isArray(each) ? each : []));
      return { file, names: found.map(({ name }) => name) };
    }),
);

describe('the short form of the attack suite', () => {
  it('contains at least one attack of each family', () => {
    const without = families.filter(({ names }) => names.every((name) => FULL_ONLY.has(name)));
    expect(without).toEqual([]);
  });

  it('omits only existing attacks', () => {
    const known = new Set(attacks.map(({ name }) => name));
    expect([...FULL_ONLY.keys()].filter((name) => !known.has(name))).toEqual([]);
  });

  it('omits only attacks that a test before a merge also covers', () => {
    const fullOnly = FULL_ONLY_SUITES.map((pattern) => new RegExp(pattern));
    const missing = [...FULL_ONLY.values()].filter((reference) => {
      const [file = '', title = ''] = reference.split(' › ');
      const path = join(ROOT, file);
      if (!existsSync(path) || fullOnly.some((pattern) => pattern.test(file))) return true;
      return !readFileSync(path, 'utf8').includes(title);
    });
    expect(missing).toEqual([]);
  });
});
