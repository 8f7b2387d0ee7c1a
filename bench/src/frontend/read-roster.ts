import { PAGE_SIZE, rosterSchema, routes } from '@qr-attendance/contracts';
import type { Table } from '../measure/table.ts';
import { showMs } from '../measure/format.ts';
import { median, percentile } from '../measure/statistics.ts';
import type { Lesson } from '../world/lessons.ts';

const ROUNDS = 30;

interface Reading {
  requests: number;
  bytes: number;
  ms: number;
}

type Read = (get: (path: string) => Promise<{ text: string; next: string | undefined }>) => Promise<void>;

const NEXT = /<([^>]+)>; rel="next"/;

const byLists =
  ({ sessionId, courseId }: Lesson): Read =>
  async (get) => {
    const rates = routes.attendance.listStudentRates.path.replace(':id', courseId);
    const readAll = async (first: string) => {
      let path: string | undefined = first;
      while (path) path = (await get(path)).next;
    };
    await Promise.all([
      readAll(`${routes.attendance.listAttendance.path}?sessionId=${sessionId}&limit=${PAGE_SIZE.max}`),
      readAll(`${rates}?limit=${PAGE_SIZE.max}`),
    ]);
  };

const inOneAnswer =
  ({ sessionId }: Lesson): Read =>
  async (get) => {
    let after: string | undefined;
    do {
      const path = `${routes.attendance.getRoster.path}?sessionId=${sessionId}`;
      const { text } = await get(after ? `${path}&after=${after}` : path);
      after = rosterSchema.parse(JSON.parse(text)).next;
    } while (after);
  };

const measure = async (url: string, { teacher }: Lesson, read: Read): Promise<Reading> => {
  const reading: Reading = { requests: 0, bytes: 0, ms: 0 };
  const startedAt = performance.now();
  await read(async (path) => {
    const headers = { authorization: `Bearer ${teacher.token}`, 'accept-encoding': 'identity' };
    const response = await fetch(url + path, { headers });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path} answers ${response.status}`);
    reading.requests += 1;
    reading.bytes += Buffer.byteLength(text);
    return { text, next: NEXT.exec(response.headers.get('link') ?? '')?.[1] };
  });
  return { ...reading, ms: performance.now() - startedAt };
};

export const compareRosterReads = async (url: string, lesson: Lesson): Promise<Table> => {
  const pages: Reading[] = [];
  const answers: Reading[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    pages.push(await measure(url, lesson, byLists(lesson)));
    answers.push(await measure(url, lesson, inOneAnswer(lesson)));
  }
  const rowOf = (name: string, readings: Reading[]) => {
    const times = readings.map(({ ms }) => ms);
    const [{ requests, bytes } = { requests: 0, bytes: 0 }] = readings;
    return [
      name,
      requests,
      (bytes / 1_024).toFixed(0),
      showMs(median(times)),
      showMs(percentile(times, 0.95)),
    ];
  };
  const ratio = median(answers.map(({ ms }, round) => ms / (pages[round]?.ms ?? NaN)));
  return {
    title: `The first list of a session, ${ROUNDS} rounds of both in turns; median ratio of times ${ratio.toFixed(2)}`,
    heads: ['', 'requests', 'KB, uncompressed', 'p50, ms', 'p95, ms'],
    rows: [rowOf('marks and enrolled students in pages', pages), rowOf('in one answer', answers)],
  };
};
