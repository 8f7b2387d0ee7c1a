import { attendanceStatusSchema, type Course } from '@qr-attendance/contracts';
import { courseLabel, FilterBar, FilterChoice } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useMyCourses } from '../../../shared/api.ts';
import type { HistoryFilters } from '../history-filters.ts';

interface Props {
  filters: HistoryFilters;
  onChange: (filters: HistoryFilters) => void;
}

const courseOptions = (courses: Course[] | undefined, chosen: string | undefined, waiting: string) =>
  courses
    ? courses.map((course) => ({ value: course._id, label: courseLabel(course) }))
    : [chosen].filter((id) => id !== undefined).map((value) => ({ value, label: waiting }));

export const HistoryFilterBar = ({ filters, onChange }: Props) => {
  const { t } = useTranslation('student');
  const courses = useMyCourses();
  return (
    <FilterBar>
      <FilterChoice
        label={t('common:report.course')}
        value={filters.courseId}
        every={t('common:report.allCourses')}
        searchable
        loading={courses.isPending}
        options={courseOptions(courses.data, filters.courseId, t('common:loading'))}
        onChange={(course) => onChange({ ...filters, courseId: course || undefined })}
      />
      <FilterChoice
        label={t('common:report.status')}
        value={filters.status}
        every={t('common:report.allStatuses')}
        options={attendanceStatusSchema.options.map((value) => ({
          value,
          label: t(`common:status.${value}`),
        }))}
        onChange={(status) => onChange({ ...filters, status: attendanceStatusSchema.safeParse(status).data })}
      />
    </FilterBar>
  );
};
