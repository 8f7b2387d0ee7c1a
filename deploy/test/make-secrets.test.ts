import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { execa } from 'execa';
import { parse } from 'yaml';
import { z } from 'zod';
import { CHART, exampleFile, EXAMPLES } from './support/helm.ts';

const secretSchema = z.object({
  kind: z.literal('Secret'),
  metadata: z.object({ name: z.string(), namespace: z.string() }),
  immutable: z.literal(true),
  stringData: z.record(z.string(), z.string()),
});
const secretOf = (text: string) =>
  secretSchema.parse({ type: 'Opaque', ...z.looseObject({}).parse(parse(text)) });
const make = async (...args: string[]) => {
  const { stdout } = await execa(process.execPath, [join(CHART, '../make-secrets.ts'), ...args]);
  return secretOf(stdout);
};
const valuesSchema = z.looseObject({
  secrets: z.record(z.string(), z.object({ name: z.string(), key: z.string() })),
});

it('makes every key that the examples name, new each time', async () => {
  const [first, second] = await Promise.all([make(), make('--namespace', 'other')]);
  expect(first.metadata).toEqual({ name: 'qr-attendance', namespace: 'attendance' });
  expect(second.metadata.namespace).toBe('other');
  for (const [key, value] of Object.entries(first.stringData)) {
    expect(value.length).toBeGreaterThanOrEqual(32);
    expect(second.stringData[key]).not.toBe(value);
  }
  for (const example of EXAMPLES) {
    const { secrets } = valuesSchema.parse(parse(await readFile(exampleFile(example), 'utf8')));
    for (const { name, key } of Object.values(secrets)) {
      expect(name).toBe(first.metadata.name);
      expect(first.stringData).toHaveProperty([key]);
    }
  }
});

it('makes key pairs whose halves belong together', async () => {
  const { stringData } = await make();
  const keyOf = (name: string): unknown => JSON.parse(stringData[name] ?? '');
  const pair = z.object({ kid: z.string(), kty: z.string() });
  for (const kind of ['access-token', 'ticket']) {
    const { kid, kty } = pair.parse(keyOf(`${kind}-private.jwk`));
    const published = z.object({ keys: z.array(z.looseObject({})) }).parse(keyOf(`${kind}-public.json`));
    expect(published.keys).toMatchObject([{ kid, kty }]);
    expect(JSON.stringify(published)).not.toContain('"d":');
  }
});

it('writes them to a file for its owner alone, and never over one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keys-'));
  try {
    const file = join(folder, 'keys.yaml');
    const args = [join(CHART, '../make-secrets.ts'), '--output', 'a.yaml', '--output', file];
    const run = () => execa(process.execPath, [...args, '--namespace', 'other'], { reject: false });
    const first = await run();
    expect(first).toMatchObject({ exitCode: 0, stderr: '' });
    const written = await readFile(file, 'utf8');
    expect(secretOf(written).metadata.namespace).toBe('other');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const second = await run();
    expect(second.exitCode).toBe(1);
    expect(second.stderr).toContain('stays as it is');
    expect(await readFile(file, 'utf8')).toBe(written);
  } finally {
    await rm(folder, { recursive: true });
  }
});
