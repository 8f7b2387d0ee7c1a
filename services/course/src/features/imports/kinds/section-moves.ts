import { routes } from '@qr-attendance/contracts';
import {
  conflict,
  type InternalClient,
  RETRY,
  retryOnConflict,
  temporarilyUnavailable,
} from '@qr-attendance/server';
import type { Ledger } from '@qr-attendance/statements';
import { Types } from 'mongoose';
import type { CourseStatementStore, StatedCourse } from '../../../core/courses/course-statements.ts';
import type { Course, Courses } from '../../../core/courses/courses.ts';
import { openSections, requireUniqueNames, withSections } from '../../../core/courses/rules/sections.ts';
import type { Enrollments } from '../../../core/memberships/enrollments.ts';
import type { ArrivingSection } from '../../../db/statement-models.ts';
import { hasMembersInOtherSection, moveMembers, type SectionMoves } from './move-members.ts';
import type { Problem } from './kind.ts';
import { isAboutSection, withoutStaffOf, withStaffOf } from './section-staff.ts';

export interface SectionMoveDeps {
  courses: Courses;
  courseStatements: CourseStatementStore;
  enrollments: Enrollments;
  sessionsForImports: InternalClient | undefined;
}

const PLACEHOLDER = '1';

const isOnlySection = ({ sections }: Course, sectionId: string): boolean =>
  openSections(sections).every(({ id }) => id === sectionId);

/** A course must keep at least one section. */
const withoutSection = (course: Course, sectionId: string): Course => {
  const others = course.sections.filter(({ id }) => id !== sectionId);
  const left =
    openSections(others).length > 0
      ? others
      : [{ id: new Types.ObjectId().toHexString(), name: PLACEHOLDER }, ...others];
  return withSections(course, left);
};

/**
 * Moves a section without past classes to another course (rule 12 of statements). The new course is written
 * first and stores what remains to be moved, so the move continues after a crash.
 */
export const createSectionMoves = ({
  courses,
  courseStatements,
  enrollments,
  sessionsForImports: sessions,
}: SectionMoveDeps) => {
  const findStated = async (id: string): Promise<StatedCourse | undefined> =>
    (await courseStatements.find([id]))[0];

  /** @returns whether the course was unchanged since it was read */
  const write = async (
    { course }: StatedCourse,
    changed: Course,
    stated: StatedCourse['stated'],
  ): Promise<typeof RETRY | undefined> => {
    const next = { ...changed, version: course.version + 1 };
    const written = await courses.change(next, { bulk: true, stated });
    if (written !== 'conflict') return written ? undefined : RETRY;
    // The teacher has another course with this code and section, so the name of the first section is omitted.
    const { section: _section, ...unnamed } = next;
    return (await courses.change(unnamed, { bulk: true, stated })) === true ? undefined : RETRY;
  };

  const moveClasses = async (
    { sectionId, from, to }: SectionMoves,
    { by, dryRun }: { by: string; dryRun: boolean },
  ): Promise<boolean> => {
    const former = await findStated(from);
    const isOnly = former !== undefined && isOnlySection(former.course, sectionId);
    const answer = await sessions?.post(routes.session.moveSectionInternal, {
      body: { sectionId, from, to, isOnly, by, dryRun },
    });
    if (!answer) throw temporarilyUnavailable();
    return answer.isMoved;
  };

  const moveStaff = ({ sectionId, from, to }: SectionMoves): Promise<void> =>
    retryOnConflict('staff of a section', async () => {
      const [here, there] = await Promise.all([findStated(to), findStated(from)]);
      if (!here || !there) return undefined;
      const known = here.stated.staffStatements ?? [];
      const more = (there.stated.staffStatements ?? [])
        .filter(isAboutSection(sectionId))
        .filter(({ key }) => !known.some((one) => one.key === key));
      const staffStatements = [...known, ...more];
      return write(
        here,
        { ...here.course, staff: withStaffOf(here.course, there.course, sectionId) },
        { staffStatements: staffStatements.length > 0 ? staffStatements : undefined },
      );
    });

  const leave = ({ sectionId, from, to }: SectionMoves): Promise<void> =>
    retryOnConflict('a section that moves', async () => {
      const there = await findStated(from);
      const section = there?.course.sections.find(({ id }) => id === sectionId);
      if (!there || !section) return undefined;
      const { sectionStatements = [], staffStatements = [], departed = [] } = there.stated;
      const left = sectionStatements.filter(({ externalId }) => externalId !== section.externalId);
      const staff = staffStatements.filter((one) => !isAboutSection(sectionId)(one));
      return write(
        there,
        {
          ...withoutSection(there.course, sectionId),
          staff: withoutStaffOf(there.course, sectionId),
        },
        {
          sectionStatements: left.length > 0 ? left : undefined,
          staffStatements: staff.length > 0 ? staff : undefined,
          departed: [...departed.filter((one) => one.sectionId !== sectionId), { sectionId, to }],
        },
      );
    });

  const settle = ({ sectionId, to }: SectionMoves, hasMoved: boolean): Promise<void> =>
    retryOnConflict('a section that moved', async () => {
      const here = await findStated(to);
      if (!here) return undefined;
      const arriving = (here.stated.arriving ?? []).filter((one) => one.sectionId !== sectionId);
      const left = arriving.length > 0 ? arriving : undefined;
      // A course created for the section gets the name of its first section only now.
      if (hasMoved) return write(here, withSections(here.course, here.course.sections), { arriving: left });
      const section = here.course.sections.find(({ id }) => id === sectionId);
      const statements = (here.stated.sectionStatements ?? []).filter(
        ({ externalId }) => externalId !== section?.externalId,
      );
      return write(here, withoutSection(here.course, sectionId), {
        arriving: left,
        sectionStatements: statements.length > 0 ? statements : undefined,
      });
    });

  const moveAllMembers = (move: SectionMoves): Promise<true> =>
    retryOnConflict('memberships of a section', async () =>
      (await moveMembers(enrollments, move, new Date())) ? true : RETRY,
    );

  /** @returns false if a class took place in the meantime */
  const finishOne = async (to: string, { sectionId, from, by }: ArrivingSection): Promise<boolean> => {
    const move = { sectionId, from, to };
    if (!(await moveClasses(move, { by, dryRun: false }))) {
      await settle(move, false);
      return false;
    }
    await moveAllMembers(move);
    await moveStaff(move);
    await leave(move);
    // Somebody may have been added in the meantime.
    await moveAllMembers(move);
    await settle(move, true);
    return true;
  };
  /** @returns whether all sections that were to move to the course have moved */
  const finish = async (courseId: string): Promise<boolean> => {
    let haveMoved = true;
    const stated = await findStated(courseId);
    for (const arriving of stated?.stated.arriving ?? [])
      haveMoved = (await finishOne(courseId, arriving)) && haveMoved;
    return haveMoved;
  };

  /**
   * Moves a section back. The previous course is written first, with the remaining statements about the
   * section.
   * @throws DomainError (conflict) if it has a section with this name, or a class took place in the meantime
   */
  const moveBack = async (
    move: SectionMoves,
    section: { externalId: string; name: string; ledger: Ledger | undefined },
    by: string,
  ): Promise<void> => {
    const { sectionId, from, to } = move;
    const { externalId, name, ledger } = section;
    await retryOnConflict('a section that moves back', async () => {
      const here = await findStated(to);
      if (!here || here.course.sections.some(({ id }) => id === sectionId)) return undefined;
      const { sectionStatements = [], arriving = [] } = here.stated;
      const sections = [...here.course.sections, { id: sectionId, name, externalId }];
      requireUniqueNames(sections);
      return write(here, withSections(here.course, sections), {
        ...(ledger && { sectionStatements: [...sectionStatements, { externalId, ledger }] }),
        arriving: [...arriving, { sectionId, from, by }],
      });
    });
    if (!(await finish(to))) throw conflict('section_taught', 'A class of this section took place.');
  };

  return {
    finish,
    moveBack,
    /** Finishes moves that a crash interrupted. */
    finishAll: async (): Promise<void> => {
      for (const { course } of await courseStatements.listArriving()) await finish(course.id);
    },
    /** @param to undefined if the course does not exist yet */
    findProblem: async (
      { sectionId, from, to }: Omit<SectionMoves, 'to'> & { to: string | undefined },
      by: string,
    ): Promise<Problem | undefined> => {
      const elsewhere: Problem = { problem: 'section_elsewhere', field: 'id' };
      if (!sessions) return elsewhere;
      const move = { sectionId, from, to: to ?? from };
      if (!(await moveClasses(move, { by, dryRun: true }))) return elsewhere;
      const overlaps = to !== undefined && (await hasMembersInOtherSection(enrollments, move, new Date()));
      return overlaps ? { problem: 'overlaps', field: 'id' } : undefined;
    },
  };
};
export type SectionMovesOfImports = ReturnType<typeof createSectionMoves>;
