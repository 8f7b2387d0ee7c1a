import { randomUUID } from 'node:crypto';
import { republishedSchema } from '@qr-attendance/contracts';
import { membershipChanged } from '@qr-attendance/contracts/events';
import { connectMongo } from '@qr-attendance/server/mongo';
import type { System } from '@qr-attendance/stack';
import { eventually } from '@qr-attendance/test-kit';
import type { Conditions, Findings } from '../bench.ts';
import { MARKS_PER_SECOND, markBeside, ROUND_SECONDS } from '../load/mark-beside.ts';
import { createTakeMarks } from '../load/prepared-marks.ts';
import { latenciesOf, sendSteadily, type SteadyAnswer } from '../load/steady.ts';
import { showMs } from '../measure/format.ts';
import { percentile } from '../measure/statistics.ts';
import { fillCampus, type Campus } from '../world/fill-campus.ts';
import { startWorld } from '../world/start-world.ts';

const SLOWER_AT_MOST = 1.5;
const SCHOOL = { students: 300, courses: 5 };
const IN_COURSE = 500;
const LARGE = 1_500_000;
const INSERT_BATCH = 1_000;

/**
 * Memberships of students in separate courses, as the course service stores them, without publishing events.
 */
const writeMemberships = async ({ databases }: System, count: number): Promise<void> => {
  const connection = await connectMongo(databases.course);
  const { ObjectId } = connection.base.Types;
  const began = new Date(Date.now() - 30 * 86_400_000);
  let courseId = new ObjectId();
  for (let written = 0; written < count; written += INSERT_BATCH)
    await connection.collection('enrollments').insertMany(
      Array.from({ length: Math.min(INSERT_BATCH, count - written) }, (_nothing, index) => {
        if ((written + index) % IN_COURSE === 0) courseId = new ObjectId();
        const studentId = randomUUID();
        const periods = [
          { sectionId: courseId.toHexString(), began, recordedAt: began, by: studentId, voided: false },
        ];
        return {
          courseId,
          sectionId: courseId.toHexString(),
          studentId,
          active: true,
          periods,
          version: 1,
          outbox: [],
        };
      }),
    );
  await connection.close();
};

/** Republishes all memberships like an operator. */
const republish = async ({ urls, secrets }: System): Promise<{ published: number; seconds: number }> => {
  const began = performance.now();
  let published = 0;
  let after: string | undefined;
  do {
    const query = new URLSearchParams({ topic: membershipChanged.name, ...(after && { after }) });
    const response = await fetch(`${urls.course}/internal/republish?${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secrets.internalToken}` },
    });
    if (!response.ok) throw new Error(`the course service answers ${response.status}`);
    const batch = republishedSchema.parse(await response.json());
    published += batch.republished;
    after = batch.next;
  } while (after !== undefined);
  return { published, seconds: (performance.now() - began) / 1_000 };
};

export const measureReplay = async (memberships: number, log: Conditions['log']): Promise<Findings> => {
  const system = await startWorld();
  let campus: Campus | undefined;
  try {
    campus = await fillCampus(system, SCHOOL, log);
    const takeMarks = createTakeMarks(system, campus);
    const { attendance } = campus;
    const nothing = () => new Promise<void>((resolve) => setTimeout(resolve, 3 * ROUND_SECONDS * 1_000));
    await sendSteadily(system.url, await takeMarks(MARKS_PER_SECOND * ROUND_SECONDS), MARKS_PER_SECOND);
    const { answers: alone } = await markBeside(system, takeMarks, nothing());
    await writeMemberships(system, memberships);
    log(`${memberships} memberships written`);
    const p99 = (answers: SteadyAnswer[]) => percentile(latenciesOf(answers, 201), 0.99);
    const rows: (string | number)[][] = [];
    const ratios: number[] = [];
    let refused = alone.filter(({ status }) => status !== 201).length;
    for (const name of ['new to the attendance service', 'the same again']) {
      const { answers, result } = await markBeside(system, takeMarks, republish(system));
      const { published, seconds } = result;
      const known = SCHOOL.students * SCHOOL.courses + memberships;
      await eventually(async () => {
        const found = await attendance.members();
        if (found < known) throw new Error(`${found} of ${known} memberships are known`);
      });
      refused += answers.filter(({ status }) => status !== 201).length;
      ratios.push(p99(answers) / p99(alone));
      log(`${name}: ${published} in ${seconds.toFixed(0)} s`);
      rows.push([
        name,
        published,
        `${seconds.toFixed(0)} s, ${(published / seconds).toFixed(0)} a second`,
        `${((LARGE / published) * (seconds / 60)).toFixed(0)} min`,
        showMs(p99(alone)),
        showMs(p99(answers)),
        (p99(answers) / p99(alone)).toFixed(2),
      ]);
    }
    return {
      tables: [
        {
          title: `Memberships republished while ${MARKS_PER_SECOND} marks a second arrive`,
          heads: [
            '',
            'published',
            'it took',
            `${LARGE.toLocaleString('en')} would take`,
            'p99 of a mark alone, ms',
            'beside, ms',
            'ratio',
          ],
          rows,
        },
      ],
      goals: [
        {
          goal: `p99 of marks beside republished memberships at most ${SLOWER_AT_MOST} times that alone`,
          found: ratios.map((ratio) => ratio.toFixed(2)).join(', '),
          met: ratios.every((ratio) => ratio <= SLOWER_AT_MOST),
        },
        { goal: 'no mark is refused meanwhile', found: String(refused), met: refused === 0 },
      ],
    };
  } finally {
    await campus?.close();
    await system.stop();
  }
};
