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
  const { stdout } = await execa(process.execPath, [
    join(CHART, '../make-secrets.ts'),
    '--output',
    '-',
    ...args,
  ]);
  return secretOf(stdout);
};
const valuesSchema = z.looseObject({
  secrets: z.record(z.string(), z.object({ name: z.string(), key: z.string() })),
});

it('creates every key that the examples name, with new values each time', async () => {
  const [first, second] = await Promise.all([make(), make('--namespace', 'other')]);
  expect(first.metadata).toEqual({ name: 'qr-attendance', namespace: 'attendance' });
  expect(second.metadata.namespace).toBe('other');
  const unused = {
    'internal-tokens-accepted': '',
    'client-cookie-secrets-accepted': '',
    'pin-pepper-version': '1',
    'pin-peppers-other': '{}',
    'next.json': '{}',
  };
  expect(first.stringData).toMatchObject(unused);
  for (const [key, value] of Object.entries(first.stringData).filter(([name]) => !(name in unused))) {
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

it('creates matching key pairs', async () => {
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

it('writes a file that only its owner can read, and never overwrites one', async () => {
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

it('rotates one secret in three steps, each with a separate Secret, and keeps the other secrets', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keys-'));
  const fileOf = (name: string) => join(folder, `${name}.yaml`);
  const run = (...args: string[]) =>
    execa(process.execPath, [join(CHART, '../make-secrets.ts'), ...args], { reject: false });
  const rotate = async (from: string, step: string, to: string) => {
    const args = ['--from', fileOf(from), '--rotate', 'pinPepper', '--step', step];
    const result = await run(...args, '--name', to, '--output', fileOf(to));
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    return secretOf(await readFile(fileOf(to), 'utf8'));
  };
  try {
    await run('--namespace', 'other', '--output', fileOf('one'));
    const firstSecret = secretOf(await readFile(fileOf('one'), 'utf8')).stringData;
    const early = await run('--from', fileOf('one'), '--rotate', 'pinPepper', '--step', 'use', '--name', 'x');
    expect(early).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('the first step is: accept'),
    });
    const accepted = await rotate('one', 'accept', 'two');
    expect(accepted.metadata).toEqual({ name: 'two', namespace: 'other' });
    expect(accepted.stringData['pin-pepper']).toBe(firstSecret['pin-pepper']);
    const used = (await rotate('two', 'use', 'three')).stringData;
    expect(used['pin-pepper']).not.toBe(firstSecret['pin-pepper']);
    expect(JSON.parse(accepted.stringData['pin-peppers-other'] ?? '')).toEqual({ 2: used['pin-pepper'] });
    expect(used['pin-pepper-version']).toBe('2');
    expect(JSON.parse(used['pin-peppers-other'] ?? '')).toEqual({ 1: firstSecret['pin-pepper'] });
    const retired = (await rotate('three', 'retire', 'four')).stringData;
    const pepper = { 'pin-pepper': used['pin-pepper'], 'pin-pepper-version': '2' };
    expect(retired).toEqual({ ...firstSecret, ...pepper, 'pin-peppers-other': '{}' });
  } finally {
    await rm(folder, { recursive: true });
  }
});
