import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { formatText } from '../src/format.ts';
import { toMarkdown } from '../src/live-requests/to-markdown.ts';

const root = join(import.meta.dirname, '../../..');
const DECLARED = 'packages/web-kit/src/live/';
const sources = globSync('{mfe-*,shell,packages/ui-kit,packages/web-kit}/src/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !path.startsWith(DECLARED))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const filesWith = (pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

describe('requests of live screens', () => {
  it('are listed in docs/live-requests.md', async () => {
    const file = join(root, 'docs/live-requests.md');
    expect(readFileSync(file, 'utf8')).toBe(await formatText(file, toMarkdown()));
  });

  it('poll only as declared', () => {
    expect(sources.length).toBeGreaterThan(300);
    expect(filesWith(/refetchInterval:/)).toEqual([]);
    const names = sources.flatMap(({ text }) => [
      ...text.matchAll(/(?:useLiveQuery|sendOverlapped|livePolling)(?:<\w+>)?\(\s*([\w.]+)/g),
      ...text.matchAll(/live: \{\s*request: (\w+)/g),
    ]);
    expect(names.length).toBeGreaterThan(15);
    for (const [use, name] of names)
      expect({ use, name }).toMatchObject({ name: /Request$|^live\.request$/ });
  });

  it('stream only as declared', () => {
    expect(filesWith(/\.stream\((?!\s*streamRequest)/)).toEqual([]);
  });

  it('use timers only in files with a declaration', () => {
    const repeating = filesWith(/setInterval\(|retryDelay\(|liveRetryDelay\(/);
    const calling = repeating.filter((path) => {
      const { text = '' } = sources.find((source) => source.path === path) ?? {};
      return /api\.call\(|\bfetch\(|refresh\(|fetchCodes\(|\bsend\(/.test(text) && !/\w+Request\b/.test(text);
    });
    expect(calling).toEqual(['shell/src/forms/use-queue.ts']);
  });
});
