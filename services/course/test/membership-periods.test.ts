import type { Course } from '@qr-attendance/contracts';
import { membershipChanged, userChanged, type MembershipChanged } from '@qr-attendance/contracts/events';
import { samples } from '@qr-attendance/contracts/samples';
import { createEvent } from '@qr-attendance/messaging';
import { call, eventually, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld([membershipChanged]);
});
afterAll(() => world.close());

const ask = <Body = { code?: string }>({ token }: Person, method: string, path: string, body?: unknown) =>
  call<Body>(world.url(), method, path, { token, body });

const openCourse = async () => {
  const [teacher, student] = [world.people.teacher(), world.people.student()];
  const { body } = await ask<Course>(teacher, 'POST', '/api/courses', samples.newCourse);
  const at = `/api/courses/${body._id}`;
  await ask(teacher, 'PUT', `${at}/enrollment-settings`, { mode: 'OPEN', mayLeave: true });
  return {
    teacher,
    student,
    id: body._id,
    enroll: () => ask(student, 'POST', `${at}/enroll`),
    leave: () => ask(student, 'POST', `${at}/leave`),
    remove: (query = '') => ask(teacher, 'DELETE', `${at}/students/${student.id}${query}`),
    restore: () => ask(teacher, 'POST', `${at}/students/${student.id}/restore`),
    published: async (version: number): Promise<Required<Pick<MembershipChanged, 'periods'>>> =>
      eventually(() => {
        const found = world.heard
          .map(({ payload }) => membershipChanged.payload.parse(payload))
          .filter((one) => one.studentId === student.id);
        expect(Math.max(...found.map((one) => one.version))).toBe(version);
        const { periods } = found.find((one) => one.version === version) ?? {};
        expect(periods).toBeDefined();
        return { periods: periods ?? [] };
      }),
  };
};

describe('the periods of a membership', () => {
  it('are all published with the people who recorded their start and end', async () => {
    const course = await openCourse();
    const { student, teacher } = course;
    await course.enroll();
    expect((await course.leave()).status).toBe(204);
    await course.enroll();
    expect((await course.remove()).status).toBe(204);
    expect((await course.restore()).status).toBe(204);

    const { periods } = await course.published(5);
    expect(periods).toMatchObject([
      { by: student.id, end: { how: 'LEFT', by: student.id }, voided: false },
      { by: student.id, end: { how: 'REMOVED', by: teacher.id }, voided: false },
      { by: teacher.id, voided: false },
    ]);
    expect(periods[2]).not.toHaveProperty('ended');
    const moments = periods.flatMap(({ began, ended }) => (ended ? [began, ended] : [began]));
    expect(moments).toEqual([...moments].sort());
  });

  it('have no gap when a student leaves and returns, so leaving around a class does not hide an absence', async () => {
    const course = await openCourse();
    await course.enroll();
    await course.leave();
    await course.enroll();
    const { periods } = await course.published(3);
    expect(periods).toMatchObject([{ end: { how: 'LEFT' } }, { by: course.student.id }]);
    expect(periods[1]?.began).toBe(periods[0]?.ended);
  });

  it('assign the time of absence to the former section if the student returns to another section', async () => {
    const course = await openCourse();
    const { body } = await ask<Course>(course.teacher, 'POST', `/api/courses/${course.id}/sections`, {
      name: 'B',
    });
    const other = body.sections.at(-1)?._id ?? '';
    await course.enroll();
    await course.leave();
    await ask(course.student, 'POST', `/api/courses/${course.id}/enroll`, { sectionId: other });
    const { periods } = await course.published(3);
    expect(periods.map(({ sectionId }) => sectionId)).toEqual([course.id, course.id, other]);
    expect(periods.map(({ began }) => began).slice(1)).toEqual(periods.map(({ ended }) => ended).slice(0, 2));
  });

  it('begin again at the moment when the teacher restores a student who left', async () => {
    const course = await openCourse();
    await course.enroll();
    await course.leave();
    await course.restore();
    const { periods } = await course.published(3);
    expect(Date.parse(periods[1]?.began ?? '')).toBeGreaterThan(Date.parse(periods[0]?.ended ?? ''));
  });

  it('stay unchanged when a request is repeated', async () => {
    const course = await openCourse();
    for (let times = 0; times < 2; times += 1) await course.enroll();
    for (let times = 0; times < 2; times += 1) await course.leave();
    for (let times = 0; times < 2; times += 1) await course.remove();
    const { periods } = await course.published(3);
    expect(periods).toHaveLength(1);
  });

  it('keep the time at which a student left if the teacher removes that student later', async () => {
    const course = await openCourse();
    await course.enroll();
    await course.leave();
    const [left] = (await course.published(2)).periods;
    await course.remove();
    const [removed] = (await course.published(3)).periods;
    expect(removed).toMatchObject({ ended: left?.ended, end: { how: 'REMOVED', by: course.teacher.id } });
  });

  it('are all voided if the teacher removes somebody who never belonged to the course', async () => {
    const course = await openCourse();
    await course.enroll();
    await course.leave();
    await course.enroll();
    await course.remove();
    for (let times = 0; times < 2; times += 1)
      expect((await course.remove('?stranger=true')).status).toBe(204);
    expect((await course.published(5)).periods).toMatchObject([{ voided: true }, { voided: true }]);

    await course.restore();
    const { periods } = await course.published(6);
    expect(periods.map(({ voided }) => voided)).toEqual([true, true, false]);
    expect((await course.remove('?stranger=maybe')).status).toBe(400);
  });

  it('end without an author when the account is erased', async () => {
    const course = await openCourse();
    await course.enroll();
    const { id } = course.student;
    const erased = { id, name: 'Erased', email: 'x@erased', userType: 'STUDENT' as const };
    await world.bus.publish(
      createEvent(userChanged, id, { ...erased, suspended: true, erased: true, version: 9 }),
    );
    const { periods } = await course.published(2);
    expect(periods).toMatchObject([{ end: { how: 'ERASED', by: null }, voided: false }]);
  });

  it('are limited in number, so events stay small', async () => {
    const course = await openCourse();
    await course.enroll();
    await course.leave();
    const enrollments = world.database.collection('enrollments');
    const filter = { courseId: new Types.ObjectId(course.id) };
    const stored = await enrollments.findOne<{ periods: object[] }>(filter);
    const period = stored?.periods[0];
    await enrollments.updateOne(filter, { $set: { periods: Array.from({ length: 100 }, () => period) } });
    expect(await course.enroll()).toMatchObject({ status: 409, body: { code: 'joined_too_often' } });
    expect(await course.restore()).toMatchObject({ status: 409, body: { code: 'joined_too_often' } });
  });
});
