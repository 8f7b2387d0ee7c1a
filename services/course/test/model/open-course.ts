import type { Unit } from '@qr-attendance/contracts';
import { newId, type Office } from '../support/office.ts';
import { importTimetableCourse } from '../support/timetable.ts';
import { THINGS } from './stories.ts';

/** A course has a section and teachers for each story. */
export const STORIES_PER_COURSE = 10;

/** The objects shared by all stories, so that a story imports only its own. */
export const openCourse = async (office: Office) => {
  const apply: Office['apply'] = (kind, content, more = {}) =>
    office.apply(kind, content, { ...more, source: 'registry' });
  const times = await importTimetableCourse(office.services, { ...office, apply });
  const teachers = await office.importPeople('staff', THINGS * STORIES_PER_COURSE, 'registry');
  const faculties: { id: string; _id: string }[] = [];
  for (const id of [newId(), newId()]) {
    const unit = { name: `Faculty ${id}`, kind: 'faculty', externalId: id };
    faculties.push({ id, _id: (await office.ask<Unit>('POST', '/api/units', unit)).body._id });
  }
  let taken = 0;
  return {
    times,
    faculties,
    code: times.code,
    takeTeachers: (count: number) => {
      taken += count;
      return teachers.slice(taken - count, taken);
    },
  };
};
export type Course = Awaited<ReturnType<typeof openCourse>>;
