import { attendanceStatusSchema, type Course } from '@qr-attendance/contracts';
import { useTranslation } from 'react-i18next';
import { courseLabel } from '../course-name.tsx';
import { FilterBar } from '../filter-bar.tsx';
import { DayRangeFields } from './day-range-field.tsx';
import { FilterChoice } from './filter-choice.tsx';
import type { ReportFiltersState } from './use-report-filters.ts';

interface Props extends Pick<ReportFiltersState, 'filters' | 'change'> {
  courses: Pick<Course, '_id' | 'name' | 'code' | 'section' | 'sections'>[] | undefined;
}

export const ReportFilterBar = ({ filters, change, courses }: Props) => {
  const { t } = useTranslation();
  return (
    <FilterBar>
      <FilterChoice
        label={t('common:report.course')}
        value={filters.courseId}
        every={t('common:report.allCourses')}
        searchable
        loading={!courses}
        options={(courses ?? []).map((course) => ({ value: course._id, label: courseLabel(course) }))}
        onChange={(courseId) => change({ courseId: courseId || undefined, sectionId: undefined })}
      />
      <DayRangeFields range={filters} onChange={(end, day) => change({ [end]: day })} />
      <FilterChoice
        label={t('common:report.status')}
        value={filters.status}
        every={t('common:report.allStatuses')}
        options={attendanceStatusSchema.options.map((value) => ({
          value,
          label: t(`common:status.${value}`),
        }))}
        onChange={(status) => change({ status: attendanceStatusSchema.safeParse(status).data })}
      />
    </FilterBar>
  );
};
