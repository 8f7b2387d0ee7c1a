// Breaks one thing after another while students mark: `npm run faults`. Prints a table; fails unless everything agrees.
import { buildAll, buildFrontends } from '@qr-attendance/stack';
import { checkOutRelease, UnknownName } from '@qr-attendance/test-kit';
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
import { upgrade } from './upgrade/upgrade.ts';
import { formatTable, isGood, type Row } from './table.ts';

const SIZES: Record<'short' | 'full', Size> = {
  short: { students: 60, sessions: 6, marks: 300 },
  full: { students: 500, sessions: 20, marks: 5_000 },
};
const UPGRADE_SIZES: typeof SIZES = {
  short: { students: 30, sessions: 4, marks: 110 },
  full: { students: 200, sessions: 10, marks: 1_500 },
};
const REPLICAS = 2;
const DISK_MEGABYTES = 900;

const options = readOptions();
const { short } = options;
const size = SIZES[short ? 'short' : 'full'];

/** Runs faults one after another, on one cluster and with one campus. */
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

/** Everything but the upgrade: this release's processes. */
const runFaults = async (faults: Fault[], disk: SmallDisk | undefined): Promise<Row[]> => {
  if (faults.length === 0) return [];
  await setClock(0);
  const cluster = await startCluster({
    replicas: REPLICAS,
    provideBus: chooseBus(options.bus),
    postgresDir: disk?.folder,
    env: { 'attendance-1': movableClock(), 'session-1': movableClock() },
  });
  return runOn(cluster, faults, size).finally(cluster.stop);
};

/** The upgrade needs a cluster of its own, which begins with the release before. */
const runUpgrade = async (): Promise<Row[]> => {
  const release = await checkOutRelease(options.from);
  try {
    await buildFrontends(release.root);
    const cluster = await startCluster({
      replicas: REPLICAS,
      gateways: REPLICAS,
      root: release.root,
      provideBus: chooseBus(options.bus),
    });
    return await runOn(cluster, [upgrade], UPGRADE_SIZES[short ? 'short' : 'full']).finally(cluster.stop);
  } finally {
    await release.remove();
  }
};

const run = async (): Promise<Row[]> => {
  // Before anything is mounted, built or started for it.
  chooseFaults({ short, only: options.only, diskFolder: undefined });
  const disk = short ? undefined : await mountSmallDisk(DISK_MEGABYTES);
  try {
    const faults = chooseFaults({ short, only: options.only, diskFolder: disk?.folder });
    await buildAll();
    const rows = await runFaults(
      faults.filter((fault) => fault !== upgrade),
      disk,
    );
    return faults.includes(upgrade) ? [...rows, ...(await runUpgrade())] : rows;
  } finally {
    await disk?.unmount();
  }
};

const rows = await run().catch((error: unknown) => {
  if (!(error instanceof UnknownName)) throw error;
  console.error(error.message);
  process.exit(2);
});
console.log(`\n${formatTable(rows)}\n`);
process.exit(rows.length > 0 && rows.every(isGood) ? 0 : 1);
