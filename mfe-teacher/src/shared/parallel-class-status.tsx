import type { ParallelClass } from '@qr-attendance/contracts';
import { useTranslation } from 'react-i18next';
import { useCourse } from './api/courses.ts';
import { sectionName } from './sections.ts';

/** Replaces the status if a parallel class of another section counts for the student. */
export const ParallelClassStatus = ({ courseId, sectionId, attended }: ParallelClass) => {
  const { t } = useTranslation('teacher');
  const { data: course } = useCourse(courseId);
  const section = (course && sectionName(course, sectionId)) ?? t('sections.unknown');
  return t(attended ? 'roster.elsewhere.attended' : 'roster.elsewhere.counted', { section });
};
