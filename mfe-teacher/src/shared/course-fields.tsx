import type { Course } from '@qr-attendance/contracts';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { TermFields } from './term-fields.tsx';

const semesters = [1, 2, 3, 4, 5, 6, 7, 8];

export const CourseFields = ({ course }: { course?: Course }) => {
  const { t } = useTranslation('teacher');
  const required = (field: string) => [
    { required: true, whitespace: true, message: t('common:required', { field }) },
  ];
  return (
    <div className="field-grid">
      <Form.Item name="name" label={t('courses.name')} rules={required(t('courses.name'))}>
        <Input autoFocus maxLength={200} placeholder={t('courses.namePlaceholder')} />
      </Form.Item>
      <Form.Item name="code" label={t('courses.code')} rules={required(t('courses.code'))}>
        <Input maxLength={30} placeholder={t('courses.codePlaceholder')} />
      </Form.Item>
      <Form.Item name="section" label={t('courses.section')}>
        <Input maxLength={30} placeholder={t('courses.sectionPlaceholder')} />
      </Form.Item>
      <Form.Item
        name="semester"
        label={t('courses.semester')}
        rules={[{ required: true, message: t('common:required', { field: t('courses.semester') }) }]}
      >
        <Select
          placeholder={t('courses.semesterPlaceholder')}
          options={semesters.map((value) => ({ value, label: String(value) }))}
        />
      </Form.Item>
      <TermFields course={course} />
    </div>
  );
};
