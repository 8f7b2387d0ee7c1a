import { type Action, type Actor, can, type Scope, sectionsFor } from '@qr-attendance/contracts';

/** A student's course and section in a session; guests have no section. */
export interface StudentGroup {
  courseId: string;
  sectionId: string | null;
}

export interface VisibleSections {
  courseIds: string[];
  sectionIds: string[];
}
export const visibleParameters = (visible: VisibleSections | undefined) => [
  visible?.courseIds,
  visible?.sectionIds,
];

/**
 * SQL: the student of `row` is in one of these courses or sections in the session, or the parameters are
 * null.
 */
export const restrictedTo = (row: string, courses: string, sections: string): string => `
  (${sections}::text[] IS NULL OR EXISTS (
     SELECT FROM sessions v
       LEFT JOIN session_students x ON x.session_id = v.id AND x.student_id = ${row}.student_id
      WHERE v.id = ${row}.session_id
        AND (x.section_id = ANY (${sections}) OR coalesce(x.course_id, v.course_id) = ANY (${courses}::text[]))))`;

export interface CoveredCourse {
  courseId: string;
  scope: Scope;
}

/**
 * The students whom somebody may see in a session: for each of its courses, the students of the sections in
 * which the person's roles allow the action.
 * @returns undefined for everybody
 */
export const visibleCondition = (
  actor: Actor,
  action: Action,
  covered: CoveredCourse[],
  now: Date,
): VisibleSections | undefined => {
  const allowed = covered
    .filter(({ scope }) => can(actor, action, scope, now))
    .map(({ courseId, scope }) => ({ courseId, sectionIds: sectionsFor(actor, action, scope, now) }));
  const whole = allowed.filter(({ sectionIds }) => sectionIds === undefined);
  if (whole.length === covered.length) return undefined;
  return {
    courseIds: whole.map(({ courseId }) => courseId),
    sectionIds: allowed.flatMap(({ sectionIds }) => sectionIds ?? []),
  };
};

export const isVisible = (
  visible: VisibleSections | undefined,
  { courseId, sectionId }: StudentGroup,
): boolean =>
  !visible ||
  visible.courseIds.includes(courseId) ||
  (sectionId !== null && visible.sectionIds.includes(sectionId));

export const chosenSections = (
  sectionId: string | undefined,
  onlySections: string[] | undefined,
): string[] | undefined => {
  if (sectionId === undefined) return onlySections;
  return onlySections?.includes(sectionId) === false ? [] : [sectionId];
};
