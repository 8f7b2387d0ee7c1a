// `npm run faults` causes one failure after another while students mark. Prints a table, and fails unless the
// stored data agrees with the answers.
import { buildAll, buildFrontends } from '@qr-attendance/stack';
import { checkOutRelease, UnknownNameError } from '@qr-attendance/test-kit';
import type { Outcome } from './campus/phone.ts';
import { setUpCampus, type Size } from './campus/set-up.ts';
import { showCodes } from './campus/stream.ts';
import { openBooks } from './checks/books.ts';
import { chooseBus } from './cluster/choose-bus.ts';
import { mountSmallDisk, type SmallDisk } from './cluster/small-disk.ts';
import { startCluster, type Cluster } from './cluster/start-cluster.ts';
import { movableClock, setClock } from './faults/clock.ts';
import type { Fault } from './faults/fault.ts';
import { chooseFaults } from './faults/list.ts';
import { readOptions } from './options.ts';
import { runFault } from './run-fault.ts';
import { formatTable, isGood, type Row } from './table.ts';

const SIZES: Record<'short' | 'full', Size> = {
  short: { students: 60, sessions: 6, marks: 300 },
  full: { students: 500, sessions: 20, marks: 5_000 },
};
const ALONE_SIZES: typeof SIZES = {
  short: { students: 30, sessions: 4, marks: 110 },
  full: { students: 200, sessions: 10, marks: 1_500 },
};
/** Maximum number of marks per fault, so that a run of few faults does not overload a small machine. */
const MAX_MARKS_PER_FAULT = 400;
const REPLICAS = 2;
const DISK_MEGABYTES = 900;

const options = readOptions();
const { short } = options;
const size = SIZES[short ? 'short' : 'full'];

const runOn = async (cluster: Cluster, faults: Fault[], size: Size): Promise<Row[]> => {
  console.log(
    `${REPLICAS} replicas of each service, events by ${cluster.bus.name}; setting up ${size.students} students …`,
  );
  const campus = await setUpCampus(cluster, size);
  const screens = await showCodes(cluster.url, campus);
  const books = openBooks(cluster);
  try {
    const share = Math.ceil(campus.plan.length / faults.length);
    const rows: Row[] = [];
    const history: Outcome[] = [];
    for (const [index, fault] of faults.entries()) {
      const marks = campus.plan.slice(index * share, (index + 1) * share);
      const row = await runFault(fault, marks, { cluster, campus, books, history });
      rows.push(row);
      const verdict = row.skipped ? 'left out' : isGood(row) ? 'good' : 'BAD';
      console.log(`${verdict} ${fault.name}${row.skipped ? ` (${row.skipped})` : ''}`);
      for (const what of row.disagreements.slice(0, 5)) console.log(`      ${what}`);
    }
    return rows;
  } finally {
    screens.stop();
    await books.close();
  }
};

const runFaults = async (faults: Fault[], disk: SmallDisk | undefined): Promise<Row[]> => {
  if (faults.length === 0) return [];
  await setClock(0);
  const cluster = await startCluster({
    replicas: REPLICAS,
    provideBus: chooseBus(options.bus),
    postgresDir: disk?.folder,
    env: { 'attendance-1': movableClock(), 'session-1': movableClock() },
  });
  const marks = Math.min(size.marks, faults.length * MAX_MARKS_PER_FAULT);
  return runOn(cluster, faults, { ...size, marks }).finally(cluster.stop);
};

const runAlone = async (fault: Fault, root?: string): Promise<Row[]> => {
  const cluster = await startCluster({
    replicas: REPLICAS,
    gateways: REPLICAS,
    ...(root === undefined ? {} : { root }),
    provideBus: chooseBus(options.bus),
  });
  const aloneSize = { ...ALONE_SIZES[short ? 'short' : 'full'], pins: fault.pins === true };
  return runOn(cluster, [fault], aloneSize).finally(cluster.stop);
};

/** Faults that start with the previous release share one copy of it. */
const runFromBefore = async (faults: Fault[]): Promise<Row[]> => {
  if (faults.length === 0) return [];
  const release = await checkOutRelease(options.from);
  try {
    await buildFrontends(release.root);
    const rows: Row[] = [];
    for (const fault of faults) rows.push(...(await runAlone(fault, release.root)));
    return rows;
  } finally {
    await release.remove();
  }
};

const run = async (): Promise<Row[]> => {
  chooseFaults({ short, only: options.only, diskFolder: undefined });
  const disk = short ? undefined : await mountSmallDisk(DISK_MEGABYTES);
  try {
    const faults = chooseFaults({ short, only: options.only, diskFolder: disk?.folder });
    await buildAll();
    const kept = (alone: Fault['alone']) => faults.filter((fault) => fault.alone === alone);
    const rows = await runFaults(kept(undefined), disk);
    for (const fault of kept('this release')) rows.push(...(await runAlone(fault)));
    return [...rows, ...(await runFromBefore(kept('release before')))];
  } finally {
    await disk?.unmount();
  }
};

const rows = await run().catch((error: unknown) => {
  if (!(error instanceof UnknownNameError)) throw error;
  console.error(error.message);
  process.exit(2);
});
console.log(`\n${formatTable(rows)}\n`);
process.exit(rows.length > 0 && rows.every(isGood) ? 0 : 1);
