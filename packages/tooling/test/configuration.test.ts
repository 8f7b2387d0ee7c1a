import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { describeSetting } from '../src/configuration/describe-setting.ts';
import { readProcesses, type Process } from '../src/configuration/read-processes.ts';
import { findUndescribed, toMarkdown } from '../src/configuration/to-markdown.ts';

const root = join(import.meta.dirname, '../../..');
const port = z.coerce.number().int().min(0).max(65_535).describe('Port to listen at.');
const made = (name: string, settings: Process['settings']): Process => ({ name, settings, migration: [] });
const sectionOf = (markdown: string, title: string): string =>
  markdown.split('\n## ').find((section) => section.startsWith(`${title}\n`)) ?? '';

describe('the reference of settings', () => {
  it('covers the gateway and every service, with every setting required to start', async () => {
    const processes = await readProcesses(root);
    expect(processes.map(({ name }) => name)).toEqual(['gateway', 'attendance', 'auth', 'course', 'session']);
    for (const { settings } of processes) {
      const missing =
        z
          .object(settings)
          .safeParse({})
          .error?.issues.map(({ path }) => path.join('.')) ?? [];
      const required = Object.entries(settings)
        .filter(([name, schema]) => describeSetting(name, schema).whenUnset === '**required**')
        .map(([name]) => name);
      expect(required.toSorted()).toEqual(missing.toSorted());
      expect(required).toContain('PORT');
    }
  });

  it('marks secrets', async () => {
    const secrets = (await readProcesses(root)).flatMap(({ settings }) =>
      Object.entries(settings)
        .filter(([name, schema]) => describeSetting(name, schema).secret)
        .map(([name]) => name),
    );
    expect([...new Set(secrets)].toSorted()).toEqual([
      'ACCESS_TOKEN_PRIVATE_KEY',
      'CLIENT_COOKIE_SECRET',
      'CLIENT_COOKIE_SECRETS_ACCEPTED',
      'DATABASE_URL',
      'EVENT_BUS_URL',
      'GATEWAY_TOKEN',
      'INTERNAL_TOKEN',
      'INTERNAL_TOKENS_ACCEPTED',
      'KAFKA_SASL_PASSWORD',
      'MONGODB_URL',
      'PIN_PEPPER',
      'PIN_PEPPERS_OTHER',
      'RECEIPT_PRIVATE_KEY',
      'SMTP_URL',
      'TICKET_PRIVATE_KEY',
      'TICKET_SECRET',
      'TICKET_SECRETS',
    ]);
  });

  it('shows limits, choices and defaults of the schema', () => {
    expect(describeSetting('PORT', port)).toMatchObject({
      type: 'integer, 0–65,535',
      whenUnset: '**required**',
    });
    const level = z.enum(['info', 'warn']).default('warn');
    expect(describeSetting('LEVEL', level)).toMatchObject({ type: '`info`, `warn`', whenUnset: '`warn`' });
    const on = z.stringbool().default(false);
    expect(describeSetting('ON', on)).toMatchObject({ type: '`true` or `false`', whenUnset: '`false`' });
    const zone = z
      .string()
      .default(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
      .meta({ description: 'Zone.', defaultText: "the server's own" });
    expect(describeSetting('ZONE', zone).whenUnset).toBe("the server's own");
  });

  it('reports a setting without a description', () => {
    const undescribed = made('gateway', { PORT: port, LEVEL: z.string() });
    expect(findUndescribed([undescribed])).toEqual(['gateway: LEVEL']);
    // zod loses a description inside another wrapper, so it counts as missing.
    expect(findUndescribed([made('auth', { PORT: port.optional() })])).toEqual(['auth: PORT']);
  });

  it('lists shared settings once, and other settings per process', () => {
    const text = z.string().describe('A text.');
    const markdown = toMarkdown([
      made('gateway', { PORT: port, OWN: text }),
      made('auth', { PORT: port, TOKEN: text, OWN: text.min(40).describe('Another.') }),
      made('course', { PORT: port, TOKEN: text, SIZE: text }),
      made('session', { PORT: port, TOKEN: text, SIZE: text }),
    ]);
    expect(markdown.match(/`PORT`/g)).toHaveLength(1);
    expect(sectionOf(markdown, 'Every process')).toContain('`PORT`');
    expect(sectionOf(markdown, 'Every service')).toContain('`TOKEN`');
    expect(sectionOf(markdown, 'Several processes')).toContain('A text. (course, session)');
    expect(sectionOf(markdown, 'Gateway')).toContain('A text.');
    expect(sectionOf(markdown, 'Service: auth')).toContain('text, ≥ 40 characters');
  });
});
