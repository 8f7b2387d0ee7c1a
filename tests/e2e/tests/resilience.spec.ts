import type { AttendanceRecord } from '@qr-attendance/contracts';
import { serviceNames, type System } from '@qr-attendance/stack';
import { startTestSystem } from '@qr-attendance/test-kit';
import { campus, PIN, request, signedMark, type Member } from '../support/campus.ts';
import { expect, test } from '../support/test.ts';

const STUDENTS_PER_FAULT = 3;

test.describe('after kill -9 of a service', () => {
  let system: System;
  test.beforeAll(async () => {
    system = await startTestSystem();
  });
  test.afterAll(async () => {
    await system.stop();
  });

  /** Repeats the mark until the server has accepted it, like a phone on poor Wi-Fi. */
  const markUntilAnswered = async (student: Member, ticket: string): Promise<void> => {
    await expect
      .poll(async () => {
        const { status } = await request(
          system.url,
          'POST',
          '/api/attendance',
          signedMark(student, { ticket, pin: PIN }),
        ).catch(() => ({ status: 0 }));
        return status;
      })
      .toBe(201);
  };

  test('the other services continue, the service restarts, and all marks made in between are stored', async () => {
    const { teacher: newTeacher, student: newStudent, ...on } = campus(system.url);
    const teacher = await newTeacher();
    const course = await on.course(teacher);
    const { _id: sessionId, qrCode = '' } = await on.session(teacher, course, { refreshInterval: 300 });
    const marked: string[] = [];

    for (const victim of serviceNames) {
      const students = await Promise.all(
        Array.from({ length: STUDENTS_PER_FAULT }, (_student, index) => newStudent(`${victim} ${index}`)),
      );
      const tickets: string[] = [];
      for (const student of students) {
        await on.prepare(student);
        await on.enroll(student, course);
        tickets.push((await on.scan(student, qrCode)).ticket);
      }
      const pid = system.processes[victim]?.pid();
      expect(pid).toBeGreaterThan(0);
      process.kill(pid ?? 0, 'SIGKILL');
      await Promise.all(students.map((student, index) => markUntilAnswered(student, tickets[index] ?? '')));
      marked.push(...students.map(({ name }) => name));

      await expect.poll(() => system.processes[victim]?.pid()).not.toBe(pid);
      await expect
        .poll(async () => (await fetch(`${system.urls[victim]}/readyz`).catch(() => undefined))?.status)
        .toBe(200);
    }

    const records = await on.call<AttendanceRecord[]>(
      'GET',
      `/api/attendance?sessionId=${sessionId}`,
      teacher.token,
    );
    expect(records.map(({ student }) => student.name).toSorted()).toEqual(marked.toSorted());
    await expect
      .poll(
        async () =>
          (await on.call<{ attendanceCount: number }>('GET', `/api/sessions/${sessionId}`, teacher.token))
            .attendanceCount,
      )
      .toBe(marked.length);
  });
});
