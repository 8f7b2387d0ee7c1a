import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ImportKind, ImportRun } from '@qr-attendance/contracts';
import { createCampus, writeCampus } from '@qr-attendance/demo';
import type { System } from '@qr-attendance/stack';
import { eventually, tokenSigner } from '@qr-attendance/test-kit';
import type { Bench } from '../bench.ts';
import { createTakeMarks } from '../load/prepared-marks.ts';
import { markDuring, MARKS_PER_SECOND, ROUND_SECONDS, sendSteadily } from '../load/steady.ts';
import { readUsage } from '../measure/processes.ts';
import type { Campus } from '../world/fill-campus.ts';
import { withCampus } from '../world/with-campus.ts';
import { createImportClient, type ImportClient } from './client.ts';
import { describeImports, type Step } from './findings.ts';
import { readMemberships, type MembershipTables } from './membership-tables.ts';

const SCHOOL = { students: 300, courses: 5 };
const FULL_PEOPLE = 20_000;
const SHORT_PEOPLE = 300;
const SEED = 7;
/** The maximum heap of the course service in its container, which has 512 MB. */
const NODE_OPTIONS = '--max-old-space-size=256';
const SAMPLE_MS = 500;
const ALONE_MS = 3 * ROUND_SECONDS * 1_000;
const DELTA = 100;

const measure = async (
  system: System,
  name: string,
  work: () => Promise<ImportRun>,
): Promise<{ step: Step; run: ImportRun }> => {
  let memory = 0;
  const sample = setInterval(() => {
    void readUsage(system).then(
      (usage) => {
        memory = Math.max(memory, usage.get('course')?.memory ?? 0);
      },
      () => undefined,
    );
  }, SAMPLE_MS);
  const began = performance.now();
  try {
    const run = await work();
    const seconds = (performance.now() - began) / 1_000;
    return { step: { name, seconds, memory, counts: run.applied ?? run.preview }, run };
  } finally {
    clearInterval(sample);
  }
};

/** Ends every hundredth membership, on a day when no other membership of the file ends. */
const toDelta = (file: Buffer): Buffer => {
  const [header = '', ...lines] = file.toString('utf8').trimEnd().split('\n');
  const open = lines.filter((line) => line.trimEnd().endsWith(','));
  const ended = open.filter((_line, index) => index % DELTA === 0);
  return Buffer.from([header, ...ended.map((line) => `${line.trimEnd()}2027-01-31`)].join('\n'));
};

const killMidway = async (system: System, client: ImportClient, file: Buffer): Promise<ImportRun> => {
  const run = await client.preview('memberships', file);
  await client.confirm(run);
  await eventually(async () => {
    const { progress = 0, state } = await client.get(run._id);
    if (state === 'rechecking' || (progress < 30 && state === 'applying')) throw new Error('not half done');
  });
  // Kills the service with SIGKILL; the supervisor starts it again.
  system.processes['course']?.restart();
  return client.settle(run._id);
};

export const importBench: Bench = {
  name: 'import',
  about: 'how long does a campus take to import, with how much memory, and do marks wait?',
  run: async ({ short, students, log }) => {
    const people = students ?? (short ? SHORT_PEOPLE : FULL_PEOPLE);
    const folder = await mkdtemp(join(tmpdir(), 'campus-'));
    await writeCampus(createCampus({ people, seed: SEED }), folder);
    const measureAll = async (system: System, campus: Campus) => {
      const client = createImportClient(system.url, tokenSigner(system.secrets).tokenFor);
      const takeMarks = createTakeMarks(system, campus);
      await sendSteadily(system.url, await takeMarks(MARKS_PER_SECOND * ROUND_SECONDS), MARKS_PER_SECOND);
      const { answers: alone } = await markDuring(system, takeMarks, pause(ALONE_MS));
      const steps: Step[] = [];
      const tables: Record<string, MembershipTables> = {};
      const keep = async (name: string, work: () => Promise<ImportRun>): Promise<ImportRun> => {
        const { step, run } = await measure(system, name, work);
        log(`${name}: ${step.seconds.toFixed(1)} s, ${step.memory.toFixed(0)} MB`);
        steps.push(step);
        tables[name] = await readMemberships(system);
        return run;
      };
      for (const kind of ['units', 'terms', 'people', 'sections', 'staff'] satisfies ImportKind[]) {
        const file = await client.read(folder, kind);
        await keep(kind, () => client.apply(kind, file));
      }
      const file = await client.read(folder, 'memberships');
      const first = await keep('memberships', () => client.apply('memberships', file));
      const again = await keep('the same again', () => client.apply('memberships', file));
      const delta = await keep('1 % changed', () => client.apply('memberships', toDelta(file)));
      await keep('undo of the first, after the newer ones', () => client.undo(first));
      await keep('undo of the 1 %', () => client.undo(delta));
      await keep('undo of the last', () => client.undo(again));
      const killed = await keep('memberships, killed midway', () => killMidway(system, client, file));
      await keep('undo of all memberships', () => client.undo(killed));
      const { answers: beside } = await markDuring(
        system,
        takeMarks,
        keep(`memberships, beside ${MARKS_PER_SECOND} marks a second`, () =>
          client.apply('memberships', file),
        ),
      );
      return describeImports(steps, tables, { alone, beside });
    };
    return withCampus(SCHOOL, log, measureAll, { env: { course: { NODE_OPTIONS } } }).finally(() =>
      rm(folder, { recursive: true, force: true }),
    );
  },
};
