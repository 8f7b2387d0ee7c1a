import type { PeopleProjection } from '@qr-attendance/messaging/mongo';
import type { Course, Courses } from '../../core/courses/courses.ts';
import { copyInto } from './copy-into.ts';
import type { TermCourses } from '../../core/courses/term-courses.ts';
import type { Terms } from '../../core/terms/terms.ts';

const BATCH = 50;

interface Deps {
  courses: Courses;
  terms: Terms;
  termCourses: TermCourses;
  people: PeopleProjection;
}

/** Bulk events are handled after all others. */
const BULK = { bulk: true };

const archiveOne = (context: Deps, course: Course) =>
  context.courses.change(
    { ...course, archived: true, archivedWithTerm: true, version: course.version + 1 },
    BULK,
  );

const restoreOne = async (context: Deps, course: Course): Promise<void> => {
  const { archivedWithTerm: _with, ...kept } = course;
  const { archived: _archived, ...restored } = kept;
  const version = course.version + 1;
  const written = await context.courses.change({ ...restored, version }, BULK);
  // A newer course has the same code and section, so this one stays archived.
  if (written === 'conflict') await context.courses.change({ ...kept, version }, BULK);
};

const copyBatch = async (context: Deps): Promise<boolean> => {
  const term = await context.terms.findCopying();
  if (!term?.copying) return false;
  const { from, after } = term.copying;
  const courses = await context.termCourses.listToCopy(from, after, BATCH);
  const barred = await context.people.barredOf(courses.map(({ teacherId }) => teacherId));
  for (const course of courses)
    if (!barred.has(course.teacherId)) await copyInto(context, course, term._id.toHexString());
  await context.terms.continueCopying(term, courses.at(-1)?.id);
  return true;
};

/**
 * Copies, archives and restores some of the courses that differ from the state of their term. The remaining
 * work is derived from the stored state, so it continues after a crash, and several replicas may run it.
 * @returns whether there may be more to do
 */
export const updateCoursesOfTerms = async (context: Deps): Promise<boolean> => {
  // Waits for the relay, so that other changes are not queued behind many events.
  if ((await context.termCourses.countUnpublished()) >= BATCH) return false;
  const copied = await copyBatch(context);
  const archivedTerms = await context.terms.archivedIds();
  const toArchive = await context.termCourses.listToArchive(archivedTerms, BATCH);
  for (const course of toArchive) await archiveOne(context, course);
  const toRestore = await context.termCourses.listToRestore(archivedTerms, BATCH);
  for (const course of toRestore) await restoreOne(context, course);
  return copied || toArchive.length > 0 || toRestore.length > 0;
};
