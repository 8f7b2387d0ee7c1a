import type { Course, CoveredSection } from '@qr-attendance/contracts';
import Form from 'antd/es/form';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { openSections } from '../sections.ts';

interface Props {
  course: Pick<Course, 'sections'> | undefined;
  /** The sections that the session covers before it is changed. */
  covered?: CoveredSection[] | undefined;
}

/** Shown only where there is a choice. */
export const SectionField = ({ course, covered = [] }: Props) => {
  const { t } = useTranslation('teacher');
  if (!course) return null;
  const kept = course.sections.filter(
    ({ _id, archived }) => archived && covered.some(({ sectionId }) => sectionId === _id),
  );
  const sections = [...openSections(course), ...kept];
  if (sections.length < 2) return null;
  return (
    <Form.Item name="sectionIds" label={t('sections.covered')} extra={t('sections.coveredHelp')}>
      <Select
        mode="multiple"
        placeholder={t('sections.all')}
        showSearch={{ optionFilterProp: 'label' }}
        options={sections.map(({ _id, name }) => ({ value: _id, label: name }))}
      />
    </Form.Item>
  );
};
