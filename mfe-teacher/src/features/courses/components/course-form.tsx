import { Button, Card, Failure, showFieldErrors, useNotify } from '@qr-attendance/ui-kit';
import Form from 'antd/es/form';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useTerms } from '../../../shared/api/terms.ts';
import { CourseFields } from '../../../shared/course-fields.tsx';
import { useCreateCourse, type CourseForm as Values } from '../api.ts';

export const CourseForm = ({ onCreated }: { onCreated: () => void }) => {
  const { t } = useTranslation('teacher');
  const notify = useNotify();
  const [form] = Form.useForm<Values>();
  const create = useCreateCourse();
  const { data: terms } = useTerms();
  const current = terms?.find(({ phase, archived }) => phase === 'CURRENT' && !archived)?._id;
  useEffect(() => {
    if (current && !form.isFieldTouched('termId')) form.setFieldValue('termId', current);
  }, [form, current]);
  const save = (values: Values) =>
    create.mutate(values, {
      onSuccess: () => {
        notify.success(t('specified:courseCreated'));
        onCreated();
      },
      onError: (error) => void showFieldErrors(form, error, Object.keys(values)),
    });
  return (
    <Card className="below-lg">
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ termId: '', unitId: '' }}
        onFinish={save}
        aria-label={t('courses.add')}
      >
        <Failure error={create.error} text={t('specified:createCourseFailed')} />
        <CourseFields />
        <Button type="primary" htmlType="submit" loading={create.isPending}>
          {t('courses.create')}
        </Button>
      </Form>
    </Card>
  );
};
