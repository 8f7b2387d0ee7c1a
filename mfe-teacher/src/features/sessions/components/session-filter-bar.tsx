import { courseLabel, DayRangeField, FilterBar, FilterField } from '@qr-attendance/ui-kit';
import Select from 'antd/es/select';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useCourses } from '../../../shared/api/courses.ts';
import type { SessionFilters } from '../session-filters.ts';

const ALL = '';

interface Props {
  filters: SessionFilters;
  onChange: (filters: SessionFilters) => void;
}

export const SessionFilterBar = ({ filters, onChange }: Props) => {
  const { t } = useTranslation('teacher');
  const courses = useCourses();
  const days = {
    range: filters,
    onChange: (range: Partial<SessionFilters>) => onChange({ ...filters, ...range }),
    problem: useId(),
  };
  return (
    <FilterBar>
      <FilterField label={t('sessions.status')}>
        {(id) => (
          <Select<'' | 'active' | 'inactive'>
            id={id}
            className="full"
            value={filters.status ?? ALL}
            onChange={(status) => onChange({ ...filters, status: status || undefined })}
            options={[
              { value: ALL, label: t('sessions.all') },
              { value: 'active', label: t('sessions.activeOnly') },
              { value: 'inactive', label: t('sessions.inactiveOnly') },
            ]}
          />
        )}
      </FilterField>
      <FilterField label={t('sessions.course')}>
        {(id) => (
          <Select<string>
            id={id}
            className="full"
            loading={courses.isPending}
            value={filters.courseId ?? ALL}
            onChange={(course) => onChange({ ...filters, courseId: course || undefined })}
            options={[
              { value: ALL, label: t('sessions.allCourses') },
              ...(courses.data ?? []).map((course) => ({ value: course._id, label: courseLabel(course) })),
            ]}
          />
        )}
      </FilterField>
      <DayRangeField end="from" {...days} />
      <DayRangeField end="to" {...days} />
    </FilterBar>
  );
};
