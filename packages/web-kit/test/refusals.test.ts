import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ApiError, messageOf } from '../src/api-error.ts';
import { defineCatalog, installCatalog } from '../src/messages/catalog.ts';
import { i18n } from '../src/messages/languages.ts';
import { refusals } from '../src/messages/refusals.de.ts';

/** Codes that no page shows: for requests our pages do not send, and for responses between servers. */
const NEVER_SHOWN = new Set([
  'bad_path',
  'bad_request',
  'client_left',
  'compressed_body',
  'idempotency_key_reused',
  'invalid_cursor',
  'invalid_json',
  'invalid_request',
  'missing_header',
  'no_remotes',
  'not_built',
  'unknown_path',
  'web_app_unavailable',
]);

const source = globSync('{services/*,gateway,packages/server}/src/**/*.ts', {
  cwd: new URL('../../../', import.meta.url),
}).map((path) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'));

const REFUSAL =
  /(?:new DomainError\(\s*'[a-z_]+',|\b(?:refuse|conflict|forbidden|invalid|tooMany)\()\s*'(?<code>[a-z_]+)'/g;
const codes = new Set(
  source.flatMap((text) => [...text.matchAll(REFUSAL)].map(({ groups }) => groups?.['code'] ?? '')),
);

const MESSAGE =
  /'(?<code>[a-z]+(?:_[a-z]+)+)',\s*(?<quote>['`])(?<message>[A-Z](?:(?!\k<quote>).)* (?:(?!\k<quote>).)*)\k<quote>/g;
const messagesOf = new Map<string, Set<string>>();
for (const text of source)
  for (const { groups } of text.matchAll(MESSAGE)) {
    const { code, message } = groups as { code: string; message: string };
    messagesOf.set(code, (messagesOf.get(code) ?? new Set()).add(message));
  }
/** Their German text holds for each of their English messages. */
const GENERAL = new Set(['not_enrolled', 'not_text', 'pin_not_set', 'too_many_codes', 'too_many_requests']);

const nothing = defineCatalog({ namespace: 'test', en: {}, translations: { de: async () => ({}) } });

describe('German refusals', () => {
  beforeAll(async () => {
    await installCatalog(nothing);
    await i18n.changeLanguage('de');
    // Resolves once the texts of the chosen language are loaded.
    await installCatalog(nothing);
  });
  afterAll(() => i18n.changeLanguage('en'));

  test('exist for every code that a service can answer', () => {
    expect(codes.size).toBeGreaterThan(80);
    const shown = [...codes, ...messagesOf.keys()].filter(
      (code) => !NEVER_SHOWN.has(code) && !code.startsWith('http_'),
    );
    expect(shown.filter((code) => !(code in refusals)).toSorted()).toEqual([]);
  });

  test('translate one English message each', () => {
    expect(messagesOf.size).toBeGreaterThan(80);
    const several = [...messagesOf].filter(
      ([code, { size }]) => size > 1 && !NEVER_SHOWN.has(code) && !GENERAL.has(code),
    );
    expect(several.map(([code, messages]) => [code, ...messages])).toEqual([]);
  });

  test('exist for no unknown code', () => {
    const all = source.join('\n');
    expect(Object.keys(refusals).filter((code) => !all.includes(`'${code}'`))).toEqual([]);
  });

  test('contain the values sent by the server', () => {
    const locked = new ApiError(429, {
      code: 'pin_locked',
      error: 'Too many wrong PINs. Try again in 15 min.',
      details: { minutes: 15 },
    });
    expect(messageOf(locked, 'unused')).toBe('Zu viele falsche PINs. Versuchen Sie es in 15 min erneut.');
  });

  test('contain the minutes of Retry-After', () => {
    const locked = new ApiError(429, { code: 'sign_in_locked', error: 'Too many wrong passwords.' }, 61);
    expect(messageOf(locked, 'unused')).toContain('in 2 min');
  });

  test('fall back to the server’s message for an unknown code', () => {
    const unknown = new ApiError(409, { code: 'brand_new', error: 'The moon is in the wrong phase.' });
    expect(messageOf(unknown, 'unused')).toBe('The moon is in the wrong phase.');
  });
});

test('uses the server’s message for a refusal in English', () => {
  const refused = new ApiError(403, { code: 'wrong_pin', error: 'The PIN is wrong. 4 tries left.' });
  expect(messageOf(refused, 'unused')).toBe('The PIN is wrong. 4 tries left.');
});
