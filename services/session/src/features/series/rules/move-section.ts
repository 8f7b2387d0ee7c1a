import type { CoveredSection, SectionMove, StoredRule } from '@qr-attendance/contracts';
import type { Session } from '../../../core/sessions/rules/session.ts';

type Move = Pick<SectionMove, 'sectionId' | 'from' | 'to' | 'isOnly'>;
type CourseCoverage = { courseId: string; sections?: CoveredSection[] | undefined };

/** Whether the coverage includes a section; without sections, it includes the whole course. */
export const coversSection = (
  { courseId, sections = [] }: CourseCoverage,
  { sectionId, from }: Pick<Move, 'sectionId' | 'from'>,
): boolean =>
  sections.length === 0
    ? courseId === from
    : sections.some((one) => one.courseId === from && one.sectionId === sectionId);

const moveSections = (
  courseId: string,
  sections: CoveredSection[] | undefined,
  { sectionId, from, to, isOnly }: Move,
): CoveredSection[] | undefined => {
  if (!sections || sections.length === 0)
    return courseId === from && isOnly ? [{ courseId: to, sectionId }] : sections;
  return sections.map((one) =>
    one.courseId === from && one.sectionId === sectionId ? { courseId: to, sectionId } : one,
  );
};

const courseOf = (
  courseId: string,
  sections: (CoveredSection[] | undefined)[],
  { from, to }: Move,
): string => {
  const isLeft = sections.every((some) => some?.length && some.every((one) => one.courseId !== from));
  return courseId === from && isLeft ? to : courseId;
};

/** @returns the same session if the move does not concern it */
export const moveSession = (session: Session, move: Move): Session => {
  if (!coversSection(session, move)) return session;
  const sections = moveSections(session.courseId, session.sections, move);
  if (sections === session.sections) return session;
  const { series } = session;
  const ofSeries = series && moveSections(session.courseId, series.sections, move);
  return {
    ...session,
    courseId: courseOf(session.courseId, [sections], move),
    ...(sections && { sections }),
    ...(series && { series: { ...series, ...(ofSeries && { sections: ofSeries }) } }),
  };
};

/** @returns undefined if the move does not concern the series */
export const moveSeries = (
  { courseId, rules }: { courseId: string; rules: StoredRule[] },
  move: Move,
): { courseId: string; rules: StoredRule[] } | undefined => {
  const moved = rules.map((rule) => {
    const sections = moveSections(courseId, rule.sections, move);
    return sections === rule.sections ? rule : { ...rule, ...(sections && { sections }) };
  });
  const isSame = moved.every(
    (rule, index) => JSON.stringify(rule.sections) === JSON.stringify(rules[index]?.sections),
  );
  if (isSame) return undefined;
  // Ignores the last rule of an ended series, which has no sections.
  const covering = moved.filter(({ slots, extraDates = [] }) => slots.length + extraDates.length > 0);
  return {
    courseId: courseOf(
      courseId,
      covering.map(({ sections }) => sections),
      move,
    ),
    rules: moved,
  };
};
