import { attendanceStatusSchema, type AttendanceStatus, type Course } from '@qr-attendance/contracts';
import Select from 'antd/es/select';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { courseLabel } from '../course-name.tsx';
import { FilterBar } from '../filter-bar.tsx';
import { DayRangeField } from './day-range-field.tsx';
import { FilterField } from './filter-field.tsx';
import type { ReportFiltersState } from './use-report-filters.ts';

const ALL = '';

interface Props extends Pick<ReportFiltersState, 'filters' | 'change'> {
  courses: Pick<Course, '_id' | 'name' | 'code' | 'section' | 'sections'>[] | undefined;
}

export const ReportFilterBar = ({ filters, change, courses }: Props) => {
  const { t } = useTranslation();
  const problem = useId();
  const days = { range: filters, onChange: change, problem };
  return (
    <FilterBar>
      <FilterField label={t('common:report.course')}>
        {(id) => (
          <Select<string>
            id={id}
            loading={!courses}
            showSearch={{ optionFilterProp: 'label' }}
            value={filters.courseId ?? ALL}
            onChange={(courseId) => change({ courseId: courseId || undefined, sectionId: undefined })}
            options={[
              { value: ALL, label: t('common:report.allCourses') },
              ...(courses ?? []).map((course) => ({ value: course._id, label: courseLabel(course) })),
            ]}
          />
        )}
      </FilterField>
      <DayRangeField end="from" {...days} />
      <DayRangeField end="to" {...days} />
      <FilterField label={t('common:report.status')}>
        {(id) => (
          <Select<AttendanceStatus | ''>
            id={id}
            value={filters.status ?? ALL}
            onChange={(status) => change({ status: status || undefined })}
            options={[
              { value: ALL, label: t('common:report.allStatuses') },
              ...attendanceStatusSchema.options.map((value) => ({
                value,
                label: t(`common:status.${value}`),
              })),
            ]}
          />
        )}
      </FilterField>
    </FilterBar>
  );
};
