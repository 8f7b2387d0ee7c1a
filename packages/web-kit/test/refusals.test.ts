import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { providerSignInErrorSchema } from '@qr-attendance/contracts';
import { loadRefusals } from '@qr-attendance/contracts/refusals';
import { ApiError, messageOf } from '../src/api-error.ts';
import { defineCatalog, installCatalog } from '../src/texts/catalog.ts';
import { i18n } from '../src/texts/languages.ts';

/** Codes that no page shows: for requests that our pages do not send, and for responses between servers. */
const NEVER_SHOWN = new Set<string>([
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
  // The sign-in page has texts of its own for errors in the address to which a provider's callback redirects.
  ...providerSignInErrorSchema.options,
]);

const ROOT = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const readGerman = (folder: string) =>
  JSON.parse(read(`packages/contracts/src/${folder}/de.json`)) as Record<string, string>;
const readSource = (pattern: string) => globSync(pattern, { cwd: ROOT }).map(read).join('\n');

/** Each service has a folder of German texts. Texts used by several services are in the gateway's folder. */
const services = ['attendance', 'auth', 'course', 'session'].map((name) => ({
  name,
  source: readSource(`services/${name}/src/**/*.ts`),
  german: readGerman(`${name}/refusals`),
}));
const shared = {
  name: 'gateway',
  source: readSource('{services/*,gateway,packages/server}/src/**/*.ts'),
  german: readGerman('refusals'),
};
const parts = [...services, shared];

const REFUSAL =
  /(?:new DomainError\(\s*'[a-z_]+',|\b(?:refuse|conflict|forbidden|invalid|tooMany)\()\s*'(?<code>[a-z_]+)'/g;
/** Matches a code and its English message. */
const MESSAGE =
  /'(?<code>(?!http_)[a-z]+(?:_[a-z]+)+)',\s*(?<quote>['`])(?<message>[A-Z](?:(?!\k<quote>).)* (?:(?!\k<quote>).)*)\k<quote>/g;
const codesIn = (source: string): Set<string> =>
  new Set(
    [...source.matchAll(REFUSAL), ...source.matchAll(MESSAGE)].map(({ groups }) => groups?.['code'] ?? ''),
  );
/** Codes with several English messages, for all of which the German text is correct. */
const GENERAL = new Set(['not_text', 'pin_not_set', 'too_many_codes', 'too_many_requests']);

const RAISED =
  /new DomainError\(\s*'(?<kind>[a-z_]+)',\s*'(?<code>[a-z_]+)'|\b(?<helper>conflict|forbidden|invalid|tooMany)\(\s*'(?<named>[a-z_]+)'/g;
const KIND_OF: Record<string, string> = { tooMany: 'too_many' };

const nothing = defineCatalog({ namespace: 'test', en: {}, load: async () => ({}) });

describe('German error texts', () => {
  beforeAll(async () => {
    await installCatalog(nothing);
    await i18n.changeLanguage('de');
    await installCatalog(nothing);
  });
  afterAll(() => i18n.changeLanguage('en'));

  test.each(services)('exist for every code of the $name service', (service) => {
    const codes = [...codesIn(service.source)];
    expect(codes.length).toBeGreaterThan(10);
    const texts = { ...shared.german, ...service.german };
    expect(codes.filter((code) => !NEVER_SHOWN.has(code) && !(code in texts))).toEqual([]);
  });

  test('exist for every code of other components', () => {
    const texts = Object.assign({}, ...parts.map(({ german }) => german)) as Record<string, string>;
    const codes = [...codesIn(shared.source)].filter((code) => !NEVER_SHOWN.has(code));
    expect(codes.filter((code) => !(code in texts))).toEqual([]);
  });

  test('each translate one English message', () => {
    const messagesOf = new Map<string, Set<string>>();
    for (const { groups } of shared.source.matchAll(MESSAGE)) {
      const { code, message } = groups as { code: string; message: string };
      messagesOf.set(code, (messagesOf.get(code) ?? new Set()).add(message));
    }
    expect(messagesOf.size).toBeGreaterThan(80);
    const several = [...messagesOf].filter(
      ([code, { size }]) => size > 1 && !NEVER_SHOWN.has(code) && !GENERAL.has(code),
    );
    expect(several.map(([code, messages]) => [code, ...messages])).toEqual([]);
  });

  test.each(parts)('exist only for codes that $name knows', ({ source, german }) => {
    expect(Object.keys(german).filter((code) => !source.includes(`'${code}'`))).toEqual([]);
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

test('refusals stay in English in a language without files', async () => {
  expect(await loadRefusals('xx')).toEqual({});
});

test('each refusal has one status', () => {
  const kindsOf = new Map<string, Set<string>>();
  for (const { groups = {} } of shared.source.matchAll(RAISED)) {
    const { helper = '', kind = KIND_OF[helper] ?? helper, named = '', code = named } = groups;
    kindsOf.set(code, (kindsOf.get(code) ?? new Set()).add(kind));
  }
  expect(kindsOf.size).toBeGreaterThan(150);
  const several = [...kindsOf].filter(([, { size }]) => size > 1);
  expect(several.map(([code, kinds]) => [code, ...kinds])).toEqual([]);
});

test('uses the server’s message for a refusal in English', () => {
  const refused = new ApiError(403, { code: 'wrong_pin', error: 'The PIN is wrong. 4 tries left.' });
  expect(messageOf(refused, 'unused')).toBe('The PIN is wrong. 4 tries left.');
});
