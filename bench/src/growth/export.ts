import pidusage from 'pidusage';
import type { Findings } from '../bench.ts';
import { formatMs } from '../measure/format.ts';
import { atMost } from '../measure/goals.ts';
import type { OpenCampus } from './open-campus.ts';

const SAMPLE_MS = 100;
const NEWLINE = 10;
const MAX_GROWTH = 1.25;

/** The service's memory in MB. */
interface ExportMeasurement {
  rows: number;
  seconds: number;
  firstRowMs: number;
  memoryBefore: number;
  memoryEarly: number;
  memoryLate: number;
}

export const exportAll = async ({ services, asked, shape }: OpenCampus): Promise<ExportMeasurement> => {
  const pid = services.pidOf('attendance');
  if (pid === undefined) throw new Error('the attendance service does not run');
  const memory = async () => (await pidusage(pid)).memory / 2 ** 20;
  const token = services.tokenFor({ id: asked.hallTeacher, userType: 'TEACHER', name: 'Ada' });
  const memoryBefore = await memory();
  const samples: { rows: number; memory: number }[] = [];
  let rows = -1;
  let firstRowMs = NaN;
  const began = performance.now();
  let sampling = Promise.resolve();
  const sampler = setInterval(() => {
    sampling = sampling.then(async () => void samples.push({ rows, memory: await memory() }));
  }, SAMPLE_MS);
  try {
    const response = await fetch(`${services.urls.attendance}/api/attendance/export`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!response.ok || !response.body) throw new Error(`the export answered ${response.status}`);
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      if (Number.isNaN(firstRowMs)) firstRowMs = performance.now() - began;
      for (const byte of chunk) if (byte === NEWLINE) rows += 1;
    }
  } finally {
    clearInterval(sampler);
    await sampling;
  }
  const half = shape.marks / 20;
  const most = (part: typeof samples) => Math.max(memoryBefore, ...part.map((sample) => sample.memory));
  return {
    rows,
    seconds: (performance.now() - began) / 1_000,
    firstRowMs,
    memoryBefore,
    memoryEarly: most(samples.filter((sample) => sample.rows < half)),
    memoryLate: most(samples.filter((sample) => sample.rows >= half)),
  };
};

export const describeExport = (size: string, exported: ExportMeasurement): Findings => {
  const { rows, seconds, firstRowMs, memoryBefore, memoryEarly, memoryLate } = exported;
  return {
    tables: [
      {
        title: `export of a tenth of ${size} marks`,
        heads: ['rows', 's', 'first row, ms', 'MB before', 'MB in the first half', 'MB in the second'],
        rows: [
          [
            rows,
            seconds.toFixed(1),
            formatMs(firstRowMs),
            ...[memoryBefore, memoryEarly, memoryLate].map((memory) => memory.toFixed(0)),
          ],
        ],
      },
    ],
    goals: [
      atMost('export: memory in its second half, to its first,', [memoryLate / memoryEarly], MAX_GROWTH),
    ],
  };
};
