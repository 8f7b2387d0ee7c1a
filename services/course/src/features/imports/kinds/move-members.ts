import type { Enrollments } from '../../../core/memberships/enrollments.ts';
import { isOpen, voidPeriod } from '../../../core/memberships/rules/periods.ts';
import type { Period } from '../../../db/enrollment-models.ts';

const BATCH = 250;

export interface SectionMoves {
  sectionId: string;
  from: string;
  to: string;
}

const isCopyOf =
  (period: Period) =>
  (copy: Period): boolean =>
    !copy.voided &&
    copy.sectionId === period.sectionId &&
    copy.began.getTime() === period.began.getTime() &&
    copy.recordedAt.getTime() === period.recordedAt.getTime();

export const hasMembersInOtherSection = async (
  enrollments: Enrollments,
  { sectionId, from, to }: SectionMoves,
  now: Date,
): Promise<boolean> => {
  const students = await enrollments.listStudentsIn(from, sectionId);
  const [theirs, others] = await Promise.all([
    enrollments.findMany(from, students),
    enrollments.findMany(to, students),
  ]);
  const inSection = (periods: Period[]) => periods.filter((period) => period.sectionId === sectionId);
  return [...others].some(
    ([studentId, { periods }]) =>
      isOpen(periods, now) && isOpen(inSection(theirs.get(studentId)?.periods ?? []), now),
  );
};

const moveSome = async (
  enrollments: Enrollments,
  { sectionId, from, to }: SectionMoves,
  students: string[],
  now: Date,
): Promise<boolean> => {
  const [theirs, others, statedThere, statedHere] = await Promise.all([
    enrollments.findMany(from, students),
    enrollments.findMany(to, students),
    enrollments.findStatements(from, students),
    enrollments.findStatements(to, students),
  ]);
  const isMoving = (period: Period): boolean => period.sectionId === sectionId && !period.voided;
  const arriving = [...theirs].map(([studentId, { periods }]) => {
    const enrollment = others.get(studentId);
    const before = enrollment?.periods ?? [];
    const more = periods.filter((period) => isMoving(period) && !before.some(isCopyOf(period)));
    const { [sectionId]: ledger } = statedThere.get(studentId) ?? {};
    const statements = { ...statedHere.get(studentId), ...(ledger && { [sectionId]: ledger }) };
    return { studentId, enrollment, periods: [...before, ...more], statements };
  });
  const leaving = [...theirs].map(([studentId, enrollment]) => {
    const { [sectionId]: _ledger, ...statements } = statedThere.get(studentId) ?? {};
    const periods = enrollment.periods.flatMap((one) => (isMoving(one) ? voidPeriod(one, now) : one));
    return { studentId, enrollment, periods, statements };
  });
  // Writes the other course first, so that a crash loses nothing.
  const entered = await enrollments.writeMany(
    to,
    arriving.filter(({ periods }) => periods.length > 0),
  );
  const left = await enrollments.writeMany(
    from,
    leaving.filter(({ studentId }) => !entered.has(studentId)),
  );
  return entered.size + left.size === 0;
};

/**
 * Moves the memberships of a section without past classes to another course. A repeated call moves the rest.
 * @returns whether no membership was changed concurrently
 */
export const moveMembers = async (
  enrollments: Enrollments,
  move: SectionMoves,
  now: Date,
): Promise<boolean> => {
  let areMoved = true;
  const students = await enrollments.listStudentsIn(move.from, move.sectionId);
  for (let start = 0; start < students.length; start += BATCH)
    areMoved = (await moveSome(enrollments, move, students.slice(start, start + BATCH), now)) && areMoved;
  return areMoved;
};
