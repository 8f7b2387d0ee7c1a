import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import i18next from 'i18next';
import { ApiError, messageOf } from '../src/api-error.ts';
import { defineCatalogue, installCatalogue } from '../src/messages/catalogue.ts';
import { refusals } from '../src/messages/refusals.de.ts';

const NEVER_SHOWN = new Set([
  'bad_path',
  'client_left',
  'compressed_body',
  'idempotency_key_reused',
  'invalid_cursor',
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

const REFUSAL = /(?:new DomainError\(\s*'[a-z_]+',|refuse\()\s*'(?<code>[a-z_]+)'/g;
const codes = new Set(
  source.flatMap((text) => [...text.matchAll(REFUSAL)].map(({ groups }) => groups?.['code'] ?? '')),
);

const nothing = defineCatalogue({ namespace: 'test', en: {}, translations: { de: async () => ({}) } });

describe('errors in German', () => {
  beforeAll(async () => {
    await installCatalogue(nothing);
    await i18next.changeLanguage('de');
    await installCatalogue(nothing);
  });
  afterAll(() => i18next.changeLanguage('en'));

  test('have a text for every code that a service can return', () => {
    expect(codes.size).toBeGreaterThan(80);
    expect([...codes].filter((code) => !NEVER_SHOWN.has(code) && !(code in refusals))).toEqual([]);
  });

  test('have no text for a code that no service returns', () => {
    const all = source.join('\n');
    expect(Object.keys(refusals).filter((code) => !all.includes(`'${code}'`))).toEqual([]);
  });

  test("show the text of the code with the server's values", () => {
    const locked = new ApiError(429, {
      code: 'pin_locked',
      error: 'Too many wrong PINs. Try again in 15 min.',
      details: { minutes: 15 },
    });
    expect(messageOf(locked, 'unused')).toBe('Zu viele falsche PINs. Versuchen Sie es in 15 min erneut.');
  });

  test('show the waiting time in minutes for Retry-After', () => {
    const locked = new ApiError(429, { code: 'sign_in_locked', error: 'Too many wrong passwords.' }, 61);
    expect(messageOf(locked, 'unused')).toContain('in 2 min');
  });

  test("show the server's sentence for an unknown code", () => {
    const unknown = new ApiError(409, { code: 'brand_new', error: 'The moon is in the wrong phase.' });
    expect(messageOf(unknown, 'unused')).toBe('The moon is in the wrong phase.');
  });
});

test("an error in English is the server's sentence", () => {
  const refused = new ApiError(403, { code: 'wrong_pin', error: 'The PIN is wrong. 4 tries left.' });
  expect(messageOf(refused, 'unused')).toBe('The PIN is wrong. 4 tries left.');
});
