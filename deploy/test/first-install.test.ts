import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecrets } from '@qr-attendance/stack';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import { toSecretData } from '../helm/secret-file.ts';
import { CHART, exampleFile } from './support/helm.ts';

const referenceSchema = z.strictObject({ name: z.string(), key: z.string() });

const referencesIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const reference = referenceSchema.safeParse(value);
  if (reference.success) return [`${reference.data.name}/${reference.data.key}`];
  return Object.values(value).flatMap(referencesIn);
};

let page: string;
beforeAll(async () => {
  const text = await readFile(join(CHART, '../../../docs/operations/kubernetes.md'), 'utf8');
  page = text.slice(text.indexOf('## In an afternoon'), text.indexOf('## Databases and Kafka by operators'));
});

const madeByThePage = (): string[] => {
  const commands = page.replaceAll(/\\\n\s*/g, '').split('\n');
  const literals = commands.flatMap((command) => {
    const [, name] = /create secret generic (\S+)/.exec(command) ?? [];
    return [...command.matchAll(/--from-literal=([^=]+)=/g)].map(([, key]) => `${name}/${key}`);
  });
  const keys = Object.keys(toSecretData(createSecrets())).map((key) => `qr-attendance/${key}`);
  return [...keys, ...literals];
};

describe('an installation that follows the documentation, with existing databases', () => {
  it('provides each Secret and key that the small example names', async () => {
    const small = parse(await readFile(exampleFile('small'), 'utf8')) as {
      ingress: { tls: { secretName: string } };
    };
    const named = referencesIn(small);
    expect(named.length).toBeGreaterThan(10);
    expect(madeByThePage()).toEqual(expect.arrayContaining(named));
    expect(page).toContain(`create secret tls ${small.ingress.tls.secretName} `);
  });
});
