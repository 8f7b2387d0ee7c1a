import { attendanceStatusSchema, type AttendanceStatus, type Course } from '@qr-attendance/contracts';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import themes from 'antd/es/theme';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../filter-bar.tsx';
import type { ReportFiltersState } from './use-report-filters.ts';

const ALL = '';

interface Props extends Pick<ReportFiltersState, 'filters' | 'change' | 'backwards'> {
  courses: Pick<Course, '_id' | 'name' | 'code'>[] | undefined;
}

const Field = ({ label, children }: { label: string; children: (id: string) => ReactNode }) => {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
};

/** Course, From, To and Status of a report. Specification, section 2. */
export const ReportFilterBar = ({ filters, change, backwards, courses }: Props) => {
  const { t } = useTranslation();
  const { token } = themes.useToken();
  const problem = useId();
  const day = (name: 'from' | 'to') => (
    <Field label={t(`common:report.${name}`)}>
      {(id) => (
        <Input
          id={id}
          type="date"
          value={filters[name] ?? ''}
          onChange={({ target }) => change({ [name]: target.value || undefined })}
          {...(backwards
            ? { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': problem }
            : {})}
        />
      )}
    </Field>
  );
  return (
    <FilterBar>
      <Field label={t('common:report.course')}>
        {(id) => (
          <Select<string>
            id={id}
            style={{ width: '100%' }}
            loading={!courses}
            showSearch={{ optionFilterProp: 'label' }}
            value={filters.courseId ?? ALL}
            onChange={(courseId) => change({ courseId: courseId || undefined })}
            options={[
              { value: ALL, label: t('common:report.allCourses') },
              ...(courses ?? []).map(({ _id, name, code }) => ({ value: _id, label: `${name} (${code})` })),
            ]}
          />
        )}
      </Field>
      {day('from')}
      <div>
        {day('to')}
        {backwards && (
          <div id={problem} role="alert" style={{ color: token.colorErrorText }}>
            {t('common:report.backwards')}
          </div>
        )}
      </div>
      <Field label={t('common:report.status')}>
        {(id) => (
          <Select<AttendanceStatus | ''>
            id={id}
            style={{ width: '100%' }}
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
      </Field>
    </FilterBar>
  );
};
