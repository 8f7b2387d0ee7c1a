import { attendanceStatusSchema, type AttendanceStatus, type Course } from '@qr-attendance/contracts';
import { courseLabel, FilterBar } from '@qr-attendance/ui-kit';
import Select from 'antd/es/select';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useMyCourses } from '../../../shared/api.ts';
import type { HistoryFilters } from '../history-filters.ts';

const ALL = '';

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
  const courseId = useId();
  const statusId = useId();
  return (
    <FilterBar>
      <div>
        <label htmlFor={courseId}>{t('history.course')}</label>
        <Select<string>
          id={courseId}
          className="full"
          loading={courses.isPending}
          showSearch={{ optionFilterProp: 'label' }}
          value={filters.courseId ?? ALL}
          onChange={(course) => onChange({ ...filters, courseId: course || undefined })}
          options={[
            { value: ALL, label: t('history.allCourses') },
            ...courseOptions(courses.data, filters.courseId, t('common:loading')),
          ]}
        />
      </div>
      <div>
        <label htmlFor={statusId}>{t('history.status')}</label>
        <Select<AttendanceStatus | ''>
          id={statusId}
          className="full"
          value={filters.status ?? ALL}
          onChange={(status) => onChange({ ...filters, status: status || undefined })}
          options={[
            { value: ALL, label: t('history.allStatuses') },
            ...attendanceStatusSchema.options.map((value) => ({
              value,
              label: t(`common:status.${value}`),
            })),
          ]}
        />
      </div>
    </FilterBar>
  );
};
