import { attendanceStatusSchema, type AttendanceStatus, type Course } from '@qr-attendance/contracts';
import { isDay } from '@qr-attendance/web-kit';
import Select from 'antd/es/select';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../filter-bar.tsx';
import { DayField } from '../moment-field/moment-field.tsx';
import { unreadText } from '../moment-field/picker.ts';
import type { ReportFiltersState } from './use-report-filters.ts';
import { tokens } from '../tokens/tokens.ts';

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

interface FilterDayProps {
  id: string;
  day: string | undefined;
  onChange: (day: string | undefined) => void;
  /** The id of the text that says what is wrong. */
  problem: string | undefined;
}

/** Filters by a day as soon as what is typed means one; until then the report stays as it is. */
const FilterDay = ({ id, day, onChange, problem }: FilterDayProps) => {
  const [unread, setUnread] = useState<string>();
  const [left, setLeft] = useState(false);
  const unreadId = useId();
  const wrong = unread !== undefined && left ? unreadId : problem;
  return (
    <>
      <DayField
        id={id}
        value={unread ?? day}
        onChange={(typed) => {
          const readable = typed === '' || isDay(typed);
          setLeft(false);
          setUnread(readable ? undefined : typed);
          if (readable) onChange(typed || undefined);
        }}
        onBlur={() => setLeft(true)}
        {...(wrong && { status: 'error', 'aria-invalid': true, 'aria-describedby': wrong })}
      />
      {wrong === unreadId && (
        <div id={unreadId} role="alert" style={{ color: tokens.colorErrorText }}>
          {unreadText('day')}
        </div>
      )}
    </>
  );
};

/** Course, From, To and Status of a report. Specification, section 2. */
export const ReportFilterBar = ({ filters, change, backwards, courses }: Props) => {
  const { t } = useTranslation();
  const problem = useId();
  const day = (name: 'from' | 'to') => (
    <Field label={t(`common:report.${name}`)}>
      {(id) => (
        <FilterDay
          id={id}
          day={filters[name]}
          onChange={(day) => change({ [name]: day })}
          problem={backwards ? problem : undefined}
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
          <div id={problem} role="alert" style={{ color: tokens.colorErrorText }}>
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
