import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { courseChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { chooseUrls, startServiceProcesses, type SupervisedProcess } from '@qr-attendance/stack';
import { eventually, createDevice } from '@qr-attendance/test-kit';
import { objectId, person, startCampus, type Campus } from './campus.ts';

const SERVICES = ['session', 'attendance'] as const;

let campus: Campus;
let replicas: SupervisedProcess[] = [];
beforeAll(async () => {
  campus = await startCampus({ asProcesses: true }, SERVICES);
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.stop()));
  await campus.stop();
});

const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();

it('a session that ended during an outage gets its planned end time, and two replicas record its absences once', async () => {
  const { services, bus, database } = campus;
  const teacher = person('TEACHER');
  const id = objectId();
  const course = {
    id,
    sections: [{ id, name: '1' }],
    name: 'Logic',
    code: 'L1',
    semester: 1,
    teacherId: teacher.id,
    version: 1,
  };
  await bus.publish(createEvent(courseChanged, course.id, course));
  const students = Array.from({ length: 3 }, () => person('STUDENT'));
  for (const student of students)
    await campus.enroll(course.id, student, campus.securityOf(student.id, createDevice()));
  await eventually(async () => {
    const { rows } = await database.query('SELECT 1 FROM members WHERE course_id = $1', [course.id]);
    expect(rows).toHaveLength(3);
  });
  const endTime = fromNow(2_000);
  const created = await eventually(async () => {
    const response = await fetch(`${services.urls.session}/api/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${services.tokenFor(teacher)}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        courseId: course.id,
        date: endTime.slice(0, 10),
        startTime: fromNow(-60_000),
        endTime,
      }),
    });
    expect(response.status).toBe(201);
    return (await response.json()) as { _id: string };
  });

  // The services are frozen until the class is over and then killed, like a machine that was switched off.
  for (const name of SERVICES) services.kill(name, 'SIGSTOP');
  await eventually(() => expect(Date.now()).toBeGreaterThan(Date.parse(endTime) + 1_000));
  for (const name of SERVICES) services.kill(name, 'SIGKILL');
  const { databases, secrets, publicOrigins, logDir } = services;
  const settings = { databases, secrets, publicOrigins, dataDir: dirname(logDir), urls: await chooseUrls() };
  replicas = await startServiceProcesses(SERVICES, settings);

  await eventually(async () => {
    const { rows } = await database.query<{ marked_at: Date; student_id: string; absent: number }>(
      `SELECT marked_at, student_id, counted_absent AS absent FROM attendance JOIN session_counts USING (session_id)
          WHERE session_id = $1 AND status = 'ABSENT'`,
      [created._id],
    );
    expect(rows.map((row) => row.student_id).sort()).toEqual(students.map(({ id }) => id).sort());
    expect(new Set(rows.map((row) => row.marked_at.toISOString()))).toEqual(new Set([endTime]));
    expect(new Set(rows.map((row) => row.absent))).toEqual(new Set([3]));
  });
  const { rows } = await database.query('SELECT active, version FROM sessions WHERE id = $1', [created._id]);
  expect(rows).toEqual([{ active: false, version: 2 }]);
});
