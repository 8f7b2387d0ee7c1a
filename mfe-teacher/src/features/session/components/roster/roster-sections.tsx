import { useMemo } from 'react';
import { useCourse } from '../../../../shared/api/courses.ts';
import { SectionFilter } from '../../../../shared/section-filter.tsx';
import { useSection } from '../../../../shared/use-section.ts';
import { type EnrolledStudent, sectionsOf } from '../../roster-rows.ts';

interface Choice {
  /** The sections that students of the roster are in. */
  sectionIds: string[];
  value: string | undefined;
  onChange: (sectionId: string | undefined) => void;
}

export const useRosterSection = (enrolled: EnrolledStudent[]): Choice => {
  const { sectionId, setSection } = useSection();
  const sectionIds = useMemo(() => sectionsOf(enrolled), [enrolled]);
  return { sectionIds, value: sectionIds.find((id) => id === sectionId), onChange: setSection };
};

export const RosterSections = ({ courseId, sectionIds, value, onChange }: Choice & { courseId: string }) => {
  const { data: course } = useCourse(courseId);
  if (!course) return null;
  const sections = course.sections.filter(({ _id }) => sectionIds.includes(_id));
  return (
    <div className="roster-section">
      <SectionFilter course={{ sections }} className="search-field" value={value} onChange={onChange} />
    </div>
  );
};
