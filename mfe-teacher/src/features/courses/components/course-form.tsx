import { routes, type InputOf } from '@qr-attendance/contracts';
import { Button, Card, Failure, InputForm, showFieldErrors } from '@qr-attendance/ui-kit';
import { useApiMutation, useCancelOnClose, useIdempotencyKeys } from '@qr-attendance/web-kit';
import Form from 'antd/es/form';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { courseKeys } from '../../../shared/api/courses.ts';
import { useTerms } from '../../../shared/terms.ts';
import { CourseFields } from '../../../shared/course-fields.tsx';

type Values = InputOf<typeof routes.course.createCourse, 'body'>;

const useCreateCourse = () => {
  const keyOf = useIdempotencyKeys();
  return useApiMutation(
    routes.course.createCourse,
    (body: Values) => ({ body, idempotencyKey: keyOf(body) }),
    { refetches: courseKeys },
  );
};

export const CourseForm = ({ onCreated }: { onCreated: () => void }) => {
  const { t } = useTranslation('teacher');
  const [form] = Form.useForm<Values>();
  const create = useCreateCourse();
  useCancelOnClose(create);
  const { data: terms } = useTerms();
  const current = terms?.find(({ phase, archived }) => phase === 'CURRENT' && !archived)?._id;
  useEffect(() => {
    if (current && !form.isFieldTouched('termId')) form.setFieldValue('termId', current);
  }, [form, current]);
  const save = (values: Values) =>
    create.mutate(values, {
      done: t('specified:courseCreated'),
      onSuccess: onCreated,
      onError: (error) => void showFieldErrors(form, error, Object.keys(values)),
    });
  return (
    <Card className="below-lg">
      <InputForm<Values>
        busy={create.isPending}
        form={form}
        initialValues={{ termId: '', unitId: '' }}
        onFinish={save}
        aria-label={t('courses.add')}
      >
        <Failure error={create.error} text={t('specified:createCourseFailed')} />
        <CourseFields />
        <Button type="primary" htmlType="submit" loading={create.isPending}>
          {t('courses.create')}
        </Button>
      </InputForm>
    </Card>
  );
};
