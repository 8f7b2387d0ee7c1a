import { setTimeout as pause } from 'node:timers/promises';
import type { System } from '@qr-attendance/stack';
import { tokenSigner } from '@qr-attendance/test-kit';
import pg from 'pg';
import type { Bench, Conditions } from '../bench.ts';
import { seedYears, teacherOf } from '../growth/seed.ts';
import { MILLION_OF_ONE, SHORT_OF_ONE, type Shape } from '../growth/shape.ts';
import type { PreparedRequest } from '../load/mark-request.ts';
import { createTakeMarks } from '../load/prepared-marks.ts';
import { sendSteadily } from '../load/steady.ts';
import { showMs } from '../measure/format.ts';
import { withCpu } from '../measure/processes.ts';
import { fillCampus, type Campus } from '../world/fill-campus.ts';
import { TOKEN_SECONDS } from '../world/people.ts';
import { startWorld } from '../world/start-world.ts';
import { describe, markAt, type Export, type Round } from './describe.ts';
import type { Order } from './readers.ts';
import { startReaders } from './start-readers.ts';

const DASHBOARDS = 20;
const RELOAD_MS = 1_000;
/** Until each dashboard was loaded once and the export has started. */
const SETTLE_MS = 2_000;
const SCHOOL = { students: 300, courses: 5 };
const FULL = {
  ...{ shape: MILLION_OF_ONE, school: SCHOOL, perSecond: 50, seconds: 30, rounds: 7, exports: 3 },
};
const SHORT = {
  ...{ shape: SHORT_OF_ONE, school: { students: 20, courses: 5 } },
  ...{ perSecond: 50, seconds: 4, rounds: 2, exports: 1 },
};
type Size = typeof FULL;

const fillYears = async (system: System, shape: Shape, log: Conditions['log']): Promise<void> => {
  const client = new pg.Client({ connectionString: system.databases.attendance });
  await client.connect();
  const began = performance.now();
  try {
    await seedYears(client, shape, { logged: true });
  } finally {
    await client.end();
  }
  log(`${shape.marks} marks after ${((performance.now() - began) / 1_000).toFixed(0)} s`);
};

/** Dashboards of teachers with a few classes each, and the export of the one with halls. */
const orderOf = ({ url, secrets }: System, { classes }: Shape): Order => {
  const { tokenFor } = tokenSigner(secrets);
  const tokenOf = (number: number) =>
    tokenFor({ id: teacherOf(number), userType: 'TEACHER', name: 'Tess' }, TOKEN_SECONDS);
  const teachers = Math.ceil(classes / 2) + 1;
  return {
    url,
    exportToken: tokenOf(0),
    dashboards: Array.from({ length: DASHBOARDS }, (_dashboard, index) => ({
      token: tokenOf(index % teachers),
    })),
    everyMs: RELOAD_MS,
  };
};

const measureRound = async (
  system: System,
  order: Order,
  takeMarks: (count: number) => Promise<PreparedRequest[]>,
  { perSecond, seconds }: Size,
): Promise<Round> => {
  const send = (requests: PreparedRequest[]) =>
    withCpu(system, () => sendSteadily(system.url, requests, perSecond));
  const count = perSecond * seconds;
  const alone = await send(await takeMarks(count));
  const requests = await takeMarks(count);
  const readers = startReaders(order);
  await pause(SETTLE_MS);
  readers.count();
  const { result, cpu, ms } = await send(requests);
  const read = await readers.stop();
  return { alone: alone.result, aloneCpu: alone.cpu, beside: result, besideCpu: cpu, ms, read };
};

/** CPU of an export without other load, in ms by process per million rows, and its duration. */
const measureExport = async (system: System, order: Order): Promise<Export> => {
  const { result, cpu, ms } = await withCpu(
    system,
    () => startReaders({ ...order, dashboards: [], exports: 1 }).found,
  );
  const millions = result.rows / 1_000_000;
  return {
    rows: result.rows,
    seconds: ms / 1_000 / millions,
    cpu: new Map([...cpu].map(([name, spent]) => [name, spent / millions])),
  };
};

export const reports: Bench = {
  name: 'reports',
  about: 'do marks wait while a million rows are exported and dashboards reload?',
  run: async ({ short, log }) => {
    const size = short ? SHORT : FULL;
    const system = await startWorld();
    let campus: Campus | undefined;
    try {
      await fillYears(system, size.shape, log);
      campus = await fillCampus(system, size.school, log);
      const takeMarks = createTakeMarks(system, campus);
      const order = orderOf(system, size.shape);
      const rounds: Round[] = [];
      for (let round = 0; round <= size.rounds; round++) {
        const found = await measureRound(system, order, takeMarks, size);
        await campus.attendance.untilSettled();
        const [alone, beside] = [found.alone, found.beside].map((answers) => showMs(markAt(0.99)(answers)));
        log(`${round === 0 ? 'warm-up' : `round ${round}`}: p99 ${alone} ms alone, ${beside} ms beside`);
        if (round > 0) rounds.push(found);
      }
      const exports: Export[] = [];
      for (let number = 0; number < size.exports; number++) exports.push(await measureExport(system, order));
      return describe(rounds, exports, { ...size, dashboards: DASHBOARDS });
    } finally {
      // Closed before the server, which would otherwise fail with another error and hide the cause.
      await campus?.close();
      await system.stop();
    }
  },
};
