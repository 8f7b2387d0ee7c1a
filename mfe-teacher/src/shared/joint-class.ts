import type { Course, CoveredSection, Session } from '@qr-attendance/contracts';
import { courseLabel } from '@qr-attendance/ui-kit';
import { may } from './may.ts';
import { openSections } from './sections.ts';

/**
 * Value for a section of another course. It contains the course, because a section can have the id of its
 * course.
 */
const valueOf = ({ courseId, sectionId }: CoveredSection): string => `${courseId} ${sectionId}`;
const sectionOf = (value: string): CoveredSection => {
  const [courseId = '', sectionId = ''] = value.split(' ');
  return { courseId, sectionId };
};

/**
 * The id of the course that owns the class. `course` may be another participating course, to which the caller
 * belongs.
 */
export const ownCourseId = ({ course, courses }: Pick<Session, 'course' | 'courses'>): string =>
  courses?.[0]?._id ?? course._id;

export const sectionChoiceOf = (
  courseId: string,
  sections: CoveredSection[] = [],
): { sectionIds: string[]; joint: string[] } => {
  const isOwn = (section: CoveredSection) => section.courseId === courseId;
  return {
    sectionIds: sections.filter(isOwn).map(({ sectionId }) => sectionId),
    joint: sections.filter((section) => !isOwn(section)).map(valueOf),
  };
};

/**
 * The sections of a class. If other courses take part, the sections of the owning course must be listed, too.
 * @param ownSectionIds all sections of the owning course
 */
export const coveredSectionsOf = (
  courseId: string,
  sectionIds: string[] = [],
  joint: string[] = [],
  ownSectionIds: string[] = [],
): CoveredSection[] => {
  const own = joint.length > 0 && sectionIds.length === 0 ? ownSectionIds : sectionIds;
  return [...own.map((sectionId) => ({ courseId, sectionId })), ...joint.map(sectionOf)];
};

export interface JointChoice {
  label: string;
  options: { value: string; label: string }[];
}

export const jointChoicesOf = (
  courseId: string,
  courses: Course[],
  session?: Pick<Session, 'courses'>,
): JointChoice[] => {
  const own = courses
    .filter((course) => !course.archived && may(course, 'manageSessions'))
    .map((course) => ({
      ...course,
      sections: openSections(course).map(({ _id, name }) => ({ id: _id, name })),
    }));
  const kept = (session?.courses ?? []).map((course) => {
    const known = own.find(({ _id }) => _id === course._id);
    const others = (known?.sections ?? []).filter(({ id }) => !course.sections.some((one) => one.id === id));
    return { ...course, sections: [...course.sections, ...others] };
  });
  const added = own.filter(({ _id }) => !kept.some((course) => course._id === _id));
  return [...kept, ...added]
    .filter(({ _id }) => _id !== courseId)
    .map((course) => ({
      label: courseLabel({ name: course.name, code: course.code }),
      options: course.sections.map(({ id, name }) => ({
        value: valueOf({ courseId: course._id, sectionId: id }),
        label: course.sections.length > 1 ? `${course.code} ${name}` : course.code,
      })),
    }));
};
