// Breaks one thing after another while students mark: `npm run faults`. Prints a table; fails unless everything agrees.
import { buildAll } from '@qr-attendance/local-stack';
import { setUpCampus, type Size } from './campus/set-up.ts';
import { showCodes } from './campus/stream.ts';
import { openBooks } from './checks/books.ts';
import { chooseBus } from './cluster/choose-bus.ts';
import { mountSmallDisk } from './cluster/small-disk.ts';
import { startCluster } from './cluster/start-cluster.ts';
import { movableClock, setClock } from './faults/clock.ts';
import { chooseFaults } from './faults/list.ts';
import { readOptions } from './options.ts';
import { runFault } from './run-fault.ts';
import { formatTable, isGood, type Row } from './table.ts';

const SIZES: Record<'short' | 'full', Size> = {
  short: { students: 60, sessions: 6, marks: 300 },
  full: { students: 500, sessions: 20, marks: 5_000 },
};
const REPLICAS = 2;
/** Marks of one fault flow for so long, through the fault and its recovery. */
const STREAM_SECONDS = 12;
const DISK_MEGABYTES = 900;

const { short, only, bus } = readOptions();
const size = SIZES[short ? 'short' : 'full'];
const undo: (() => Promise<void>)[] = [];

const run = async (): Promise<Row[]> => {
  await setClock(0);
  const disk = short ? undefined : await mountSmallDisk(DISK_MEGABYTES);
  if (disk) undo.push(disk.unmount);
  const faults = chooseFaults({ short, only, diskFolder: disk?.folder });
  const cluster = await startCluster({
    replicas: REPLICAS,
    provideBus: chooseBus(bus),
    postgresDir: disk?.folder,
    env: { 'attendance-1': movableClock(), 'session-1': movableClock() },
  });
  undo.push(cluster.stop);
  console.log(
    `${REPLICAS} replicas of each service, events by ${cluster.bus.name}; setting up ${size.students} students …`,
  );
  const campus = await setUpCampus(cluster, size);
  const screens = showCodes(cluster.url, campus);
  const books = openBooks(cluster);
  undo.push(async () => screens.stop(), books.close);

  const share = Math.ceil(campus.plan.length / faults.length);
  const rows: Row[] = [];
  const history: Parameters<typeof runFault>[2]['history'] = [];
  for (const [index, fault] of faults.entries()) {
    const marks = campus.plan.slice(index * share, (index + 1) * share);
    const row = await runFault(fault, marks, {
      cluster,
      campus,
      books,
      history,
      marksPerSecond: share / STREAM_SECONDS,
    });
    rows.push(row);
    const verdict = row.skipped ? 'left out' : isGood(row) ? 'good' : 'BAD';
    console.log(`${verdict} ${fault.name}${row.skipped ? ` (${row.skipped})` : ''}`);
    for (const what of row.disagreements.slice(0, 5)) console.log(`      ${what}`);
  }
  return rows;
};

try {
  await buildAll();
  const rows = await run();
  console.log(`\n${formatTable(rows)}\n`);
  process.exitCode = rows.every(isGood) ? 0 : 1;
} finally {
  for (const step of undo.reverse()) await step();
}
process.exit();
