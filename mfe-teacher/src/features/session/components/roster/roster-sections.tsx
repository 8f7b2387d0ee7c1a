import type { JointCourse, Session } from '@qr-attendance/contracts';
import { useChoices } from '@qr-attendance/ui-kit';
import Select from 'antd/es/select';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCourse } from '../../../../shared/api/courses.ts';
import { SectionFilter } from '../../../../shared/section-filter.tsx';
import { type EnrolledStudent, groupNames, sectionsOf, wholeCourseValue } from '../../roster-rows.ts';

interface Choice {
  sectionIds: string[];
  value: string | undefined;
  onChange: (sectionId: string | undefined) => void;
}

export const useRosterSection = (
  courses: JointCourse[] | undefined,
  enrolled: EnrolledStudent[],
): Choice & { groups: ReadonlyMap<string, string> } => {
  const { read, choose } = useChoices();
  const sectionId = read('section');
  const sectionIds = useMemo(() => sectionsOf(enrolled), [enrolled]);
  const groups = useMemo(() => groupNames(courses, enrolled), [courses, enrolled]);
  const isKnown = (value: string) =>
    sectionIds.includes(value) ||
    enrolled.some(({ courseId }) => courseId && wholeCourseValue(courseId) === value);
  const value = sectionId !== undefined && isKnown(sectionId) ? sectionId : undefined;
  return { groups, sectionIds, value, onChange: (id) => choose('section', id) };
};

const ALL = '';

const JointFilter = ({ courses, sectionIds, value, onChange }: Choice & { courses: JointCourse[] }) => {
  const { t } = useTranslation('teacher');
  const options = courses.flatMap(({ _id, code, name, sections }) => {
    const shown = sections.filter(({ id }) => sectionIds.includes(id));
    const label = code || name;
    if (shown.length === 0) return [];
    return [
      { value: wholeCourseValue(_id), label },
      ...(shown.length > 1 ? shown.map((one) => ({ value: one.id, label: `${label} ${one.name}` })) : []),
    ];
  });
  return (
    <Select
      aria-label={t('joint.filter')}
      className="search-field"
      value={options.some((option) => option.value === value) ? value : ALL}
      onChange={(chosen) => onChange(chosen === ALL ? undefined : chosen)}
      options={[{ value: ALL, label: t('joint.all') }, ...options]}
    />
  );
};

export const RosterSections = ({ session, ...choice }: Choice & { session: Session }) => (
  <div className="roster-section">
    {session.courses ? (
      <JointFilter courses={session.courses} {...choice} />
    ) : (
      <CourseSections courseId={session.course._id} {...choice} />
    )}
  </div>
);

const CourseSections = ({ courseId, sectionIds, value, onChange }: Choice & { courseId: string }) => {
  const { data: course } = useCourse(courseId);
  if (!course) return null;
  const sections = course.sections.filter(({ _id }) => sectionIds.includes(_id));
  return <SectionFilter course={{ sections }} className="search-field" value={value} onChange={onChange} />;
};
