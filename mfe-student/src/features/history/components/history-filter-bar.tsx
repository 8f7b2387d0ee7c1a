import { attendanceStatusSchema, type AttendanceStatus } from '@qr-attendance/contracts';
import { FilterBar } from '@qr-attendance/ui-kit';
import Select from 'antd/es/select';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCourses } from '../../../shared/api/list-courses.ts';
import type { HistoryFilters } from '../history-filters.ts';

const ALL = '';

interface Props {
  filters: HistoryFilters;
  onChange: (filters: HistoryFilters) => void;
}

export const HistoryFilterBar = ({ filters, onChange }: Props) => {
  const { t } = useTranslation('student');
  const courses = useCourses();
  const courseId = useId();
  const statusId = useId();
  return (
    <FilterBar>
      <Labelled id={courseId} label={t('history.course')}>
        <Select<string>
          id={courseId}
          style={{ width: '100%' }}
          loading={courses.isPending}
          value={filters.courseId ?? ALL}
          onChange={(course) => onChange({ ...filters, courseId: course || undefined })}
          options={[
            { value: ALL, label: t('history.allCourses') },
            ...(courses.data ?? []).map(({ _id, name, code }) => ({
              value: _id,
              label: t('history.courseLabel', { name, code }),
            })),
          ]}
        />
      </Labelled>
      <Labelled id={statusId} label={t('history.status')}>
        <Select<AttendanceStatus | ''>
          id={statusId}
          style={{ width: '100%' }}
          value={filters.status ?? ALL}
          onChange={(status) => onChange({ ...filters, status: status || undefined })}
          options={[
            { value: ALL, label: t('history.allStatuses') },
            ...attendanceStatusSchema.options.map((value) => ({ value, label: t(`common:status.${value}`) })),
          ]}
        />
      </Labelled>
    </FilterBar>
  );
};

const Labelled = ({ id, label, children }: { id: string; label: string; children: ReactNode }) => (
  <div>
    <label htmlFor={id} style={{ display: 'block', marginBlockEnd: 4 }}>
      {label}
    </label>
    {children}
  </div>
);
