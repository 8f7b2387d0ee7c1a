import { courseLabel, DayRangeFields, FilterBar, FilterChoice } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useCourses } from '../../../shared/api/courses.ts';
import type { SessionFilters } from '../use-session-filters.ts';

export const SessionFilterBar = ({ filters, choose }: SessionFilters) => {
  const { t } = useTranslation('teacher');
  const courses = useCourses();
  return (
    <FilterBar>
      <FilterChoice
        label={t('common:report.status')}
        value={filters.status}
        every={t('sessions.all')}
        options={[
          { value: 'active', label: t('sessions.activeOnly') },
          { value: 'inactive', label: t('sessions.inactiveOnly') },
        ]}
        onChange={(status) => choose('status', status)}
      />
      <FilterChoice
        label={t('common:report.course')}
        value={filters.courseId}
        every={t('common:report.allCourses')}
        loading={courses.isPending}
        options={(courses.data ?? []).map((course) => ({ value: course._id, label: courseLabel(course) }))}
        onChange={(course) => choose('course', course)}
      />
      <DayRangeFields range={filters} onChange={choose} />
    </FilterBar>
  );
};
