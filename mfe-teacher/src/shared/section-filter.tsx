import type { Course } from '@qr-attendance/contracts';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { hasSections } from './sections.ts';

interface Props {
  course: Pick<Course, 'sections'>;
  className?: string;
  value: string | undefined;
  onChange: (sectionId: string | undefined) => void;
}

const ALL = '';

export const SectionFilter = ({ course, className = 'search-field below', value, onChange }: Props) => {
  const { t } = useTranslation('teacher');
  if (!hasSections(course)) return null;
  return (
    <Select
      aria-label={t('sections.filter')}
      className={className}
      value={course.sections.some(({ _id }) => _id === value) ? value : ALL}
      onChange={(chosen) => onChange(chosen === ALL ? undefined : chosen)}
      options={[
        { value: ALL, label: t('sections.all') },
        ...course.sections.map(({ _id, name }) => ({ value: _id, label: name })),
      ]}
    />
  );
};
