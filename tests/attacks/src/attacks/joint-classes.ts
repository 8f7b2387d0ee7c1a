import type { Session } from '@qr-attendance/contracts';
import { countAsVerified, eventually } from '@qr-attendance/test-kit';
import type { Attack } from '../attack.ts';
import { studentsOfOwnCourse } from '../defenses/attendance.ts';
import { rolePermissions } from '../defenses/packages.ts';
import type { Lesson, Person } from '../target/people.ts';
import type { Target } from '../target/start-target.ts';
import { addStaff } from './staff.ts';

const holdJointly = ({ call }: Target, { teacher: { token }, course, session }: Lesson, other: Lesson) =>
  call<Session>('POST', '/api/sessions', {
    token,
    body: {
      courseId: course._id,
      date: session.date,
      startTime: session.startTime,
      sections: [course, other.course].map(({ _id }) => ({
        courseId: _id,
        sectionId: _id,
      })),
    },
  });

export const jointClassAttacks: Attack[] = [
  {
    name: 'the students of a course added to a class by a teacher of another course',
    defenses: [rolePermissions],
    attempt: async (target) =>
      (await holdJointly(target, await target.lesson(), await target.lesson())).status === 201,
  },
  {
    name: 'the students of a course added to a series by a teacher of another course',
    defenses: [rolePermissions],
    attempt: async ({ call, lesson }) => {
      const [{ teacher, course }, other] = [await lesson(), await lesson()];
      const { status } = await call('POST', '/api/series', {
        token: teacher.token,
        body: {
          courseId: course._id,
          firstDay: '2030-01-07',
          lastDay: '2030-02-08',
          slots: [
            {
              weekday: 1,
              start: '09:00',
              end: '10:30',
            },
          ],
          sections: [course, other.course].map(({ _id }) => ({
            courseId: _id,
            sectionId: _id,
          })),
        },
      });
      return status === 201;
    },
  },
  {
    name: 'the students of one course of a joint class listed by staff of the other',
    defenses: [studentsOfOwnCourse],
    attempt: async (target) => {
      const [running, other] = [await target.lesson(), await target.lesson()];
      await countAsVerified(target.system, running.teacher.id);
      await addStaff(target, other, running.teacher, { role: 'co-teacher' });
      const student = await target.member(running);
      const { body: joint } = await holdJointly(target, running, other);
      const read = async ({ token }: Person) =>
        JSON.stringify(
          await target.must('GET', `/api/attendance/roster?sessionId=${joint._id}`, { token }),
        ).includes(student.id);
      await eventually(async () => {
        if (!(await read(running.teacher))) throw new Error('the student is not on the roster');
      });
      return read(other.teacher);
    },
  },
];
