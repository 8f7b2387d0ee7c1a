import { Failure, showFieldErrors, useNotify } from '@qr-attendance/ui-kit';
import Button from 'antd/es/button';
import Card from 'antd/es/card';
import Form from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import { CourseFields } from '../../../shared/course-fields.tsx';
import { useCreateCourse, type CourseForm as Values } from '../api.ts';

export const CourseForm = ({ onCreated }: { onCreated: () => void }) => {
  const { t } = useTranslation('teacher');
  const notify = useNotify();
  const [form] = Form.useForm<Values>();
  const create = useCreateCourse();
  const save = (values: Values) =>
    create.mutate(values, {
      onSuccess: () => {
        notify.success(t('specified:courseCreated'));
        onCreated();
      },
      onError: (error) => void showFieldErrors(form, error, Object.keys(values)),
    });
  return (
    <Card style={{ marginBlockEnd: 24 }}>
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
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
