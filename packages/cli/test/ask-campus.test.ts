import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chooseCampus, findTerminal } from '../src/settings/ask-campus.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qr-campus-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const stored = async () => JSON.parse(await readFile(join(folder, 'campus.json'), 'utf8')) as unknown;

const start = async (
  lines: string[],
  { env = {}, demo = false, ends = false, isInteractive = true, signal = new AbortController().signal } = {},
) => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  for (const line of lines) input.write(`${line}\n`);
  if (ends) input.end();
  const environment: NodeJS.ProcessEnv = { ...env };
  const terminal = isInteractive ? { input, output } : undefined;
  const done = chooseCampus(folder, { demo, terminal, env: environment, signal });
  await done.finally(() => output.end());
  return { env: environment, shown: await text(output) };
};

describe('the first start in a terminal', () => {
  it('uses the default departments and the machine’s time zone if Enter is pressed twice', async () => {
    const { env, shown } = await start(['', '']);
    expect(shown).toContain('Departments [Computer Science, Electrical Engineering, ');
    expect(shown).toContain(`Time zone of the campus [${here}]`);
    expect(await stored()).toEqual({ timeZone: here });
    expect(env).toEqual({ CAMPUS_TIME_ZONE: here });
  });

  it('stores the answers, and later starts use them without asking', async () => {
    await start(['Law, Medicine ,', 'vienna']);
    const answers = { departments: ['Law', 'Medicine'], timeZone: 'Europe/Vienna' };
    expect(await stored()).toEqual(answers);
    const { env, shown } = await start([]);
    expect(shown).toBe('');
    expect(env['CAMPUS_TIME_ZONE']).toBe('Europe/Vienna');
    expect(JSON.parse(env['INSTITUTION'] ?? '')).toEqual({ departments: ['Law', 'Medicine'] });
  });

  it('asks again after an invalid answer', async () => {
    await start(['Law, Law', 'Law', 'CET', 'Europe/Berlin']);
    expect(await stored()).toEqual({ departments: ['Law'], timeZone: 'Europe/Berlin' });
  });

  it('uses the defaults in brackets for remaining questions if the input ends', async () => {
    const { shown } = await start(['Law'], { ends: true });
    expect(shown).toContain('No answer');
    expect(await stored()).toEqual({ departments: ['Law'], timeZone: here });
  });

  it('exits without storing an answer if the start is stopped', async () => {
    const stopping = new AbortController();
    const started = start([], { signal: stopping.signal });
    stopping.abort();
    await expect(started).rejects.toThrow('aborted');
    await expect(stored()).rejects.toThrow('ENOENT');
  });

  it('asks only for what the environment does not set', async () => {
    const { shown } = await start([''], { env: { INSTITUTION: '{"departments":["Law"]}' } });
    expect(shown).not.toContain('Departments');
    expect(shown).toContain('Time zone');
  });
});

describe('no question is asked', () => {
  it.each([
    ['without a terminal', { isInteractive: false }],
    ['for the demo campus', { demo: true }],
    ['if the environment decides', { env: { INSTITUTION: '{}', CAMPUS_TIME_ZONE: 'UTC' } }],
  ])('%s', async (_when, options) => {
    expect((await start([], options)).shown).toBe('');
    await expect(stored()).rejects.toThrow('ENOENT');
  });

  it('if the system has data', async () => {
    await writeFile(join(folder, 'secrets.json'), '{}');
    expect((await start([])).shown).toBe('');
  });
});

describe('the stored answers', () => {
  it('are overridden by the environment', async () => {
    await writeFile(join(folder, 'campus.json'), '{"departments":["Law"],"timeZone":"Europe/Vienna"}');
    const { env } = await start([], { env: { CAMPUS_TIME_ZONE: 'Asia/Kolkata' } });
    expect(env).toEqual({ CAMPUS_TIME_ZONE: 'Asia/Kolkata', INSTITUTION: '{"departments":["Law"]}' });
  });

  it.each([
    ['{"departments":[]}', 'departments'],
    ['{"timeZone":"CET"}', 'timeZone must be UTC or the name of a time zone'],
    ['{"timezone":"UTC"}', 'timezone'],
    ['Vienna', 'It is JSON such as'],
  ])('prevent the start, with a one-sentence error, if they were edited to %s', async (content, reason) => {
    await writeFile(join(folder, 'campus.json'), content);
    await expect(start([])).rejects.toThrow(reason);
  });
});

it('asks only if input and output are terminals and the run is not automated', () => {
  const [stdin, stdout] = [
    { ...process.stdin, isTTY: true },
    { ...process.stdout, isTTY: true },
  ] as unknown as [typeof process.stdin, typeof process.stdout];
  const closed = { ...stdin, isTTY: false } as typeof stdin;
  expect(findTerminal({ stdin, stdout, env: {} })).toBeDefined();
  expect(findTerminal({ stdin, stdout, env: { CI: 'true' } })).toBeUndefined();
  expect(findTerminal({ stdin: closed, stdout, env: {} })).toBeUndefined();
});
