import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { BREAKERS } from '../src/limits/breakers.ts';
import { COUNTERS } from '../src/limits/counters.ts';
import { QUEUES } from '../src/limits/queues.ts';
import { PROOFS } from '../src/limits/spender.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const FILE = join(ROOT, 'docs', 'operations', 'bounds.md');

const table = (heads: string[], rows: string[][]): string => {
  const widths = heads.map((head, index) =>
    Math.max(...[head, ...rows.map((row) => row[index] ?? '')].map((cell) => cell.length)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
};

const show = (number: number): string => number.toLocaleString('en');

const counters = table(
  ['process', 'counter', 'counts', 'spent by', 'beyond it'],
  Object.entries(COUNTERS).map(([name, { process, counts, spentBy, beyond }]) => [
    process,
    `\`${name}\``,
    counts,
    spentBy.map((proof) => `\`${proof}\``).join(', '),
    beyond,
  ]),
);
const proofs = table(
  ['spent by', 'proof'],
  Object.entries(PROOFS).map(([proof, text]) => [`\`${proof}\``, text]),
);
const queues = table(
  ['process', 'queue', 'holds', 'at once', 'of a person', 'waiting', 'longest wait'],
  Object.entries(QUEUES).map(([name, queue]) => [
    queue.process,
    `\`${name}\``,
    queue.holds,
    show(queue.atOnce),
    show(queue.maxPerPerson),
    show(queue.maxWaiting),
    `${queue.maxWaitMs / 1_000} s`,
  ]),
);
const breakers = table(
  ['process', 'breaker', 'protects', 'counts as failures'],
  Object.values(BREAKERS).map(({ process, name, protects, counts }) => [process, name, protects, counts]),
);

const sourceFolders = async (): Promise<string[]> => {
  const services = (await readdir(join(ROOT, 'services'))).map((name) => `services/${name}/src`);
  return [
    ...services,
    'gateway/src',
    ...['server', 'messaging', 'observability'].map((name) => `packages/${name}/src`),
  ];
};

const filesUsing = async (library: RegExp): Promise<string[]> => {
  const using: string[] = [];
  for (const folder of await sourceFolders())
    for (const name of await readdir(join(ROOT, folder), { recursive: true })) {
      if (!name.endsWith('.ts') || name.includes('generated')) continue;
      const text = await readFile(join(ROOT, folder, name), 'utf8');
      if (library.test(text)) using.push(`${folder}/${name}`);
    }
  return using.sort();
};

describe('the documentation of counters, queues and breakers', () => {
  it.each([
    ['counters', counters],
    ['proofs', proofs],
    ['queues', queues],
    ['breakers', breakers],
  ])('lists all %s as declared', async (_what, text) => {
    expect(await readFile(FILE, 'utf8')).toContain(text);
  });

  it('is complete, because only declared counters, queues and breakers can be created', async () => {
    expect(await filesUsing(/from 'rate-limiter-flexible'/)).toEqual([
      'packages/server/src/db/mongo-counter.ts',
      'packages/server/src/db/postgres-counter.ts',
      'packages/server/src/limits/counter.ts',
    ]);
    expect(await filesUsing(/from 'opossum'/)).toEqual(['packages/server/src/limits/breaker.ts']);
  });

  it('names every other place where work can wait', async () => {
    const page = await readFile(FILE, 'utf8');
    for (const file of await filesUsing(/from '(p-queue|piscina|p-limit)'/))
      expect(page).toContain(`\`${file}\``);
  });
});
