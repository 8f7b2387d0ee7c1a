import type { Course } from '@qr-attendance/contracts';
import { Button, Failure, showFieldErrors, useNotify } from '@qr-attendance/ui-kit';
import Form from 'antd/es/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CourseFields } from '../../../shared/course-fields.tsx';
import { useEditCourse, type CourseDetails } from '../api.ts';

export const EditCourseForm = ({ course, onClose }: { course: Course; onClose: () => void }) => {
  const { t } = useTranslation('teacher');
  const notify = useNotify();
  const [form] = Form.useForm<CourseDetails>();
  // The course as it was when editing began, so that a concurrent change causes a conflict instead of being
  // overwritten.
  const [seen] = useState(course);
  const edit = useEditCourse(seen);
  const { name, code, section, semester, termId = '', unitId = '' } = seen;
  const save = (values: CourseDetails) =>
    edit.mutate(values, {
      onSuccess: () => {
        notify.success(t('courseDetails.saved'));
        onClose();
      },
      onError: (error) => void showFieldErrors(form, error, Object.keys(values)),
    });
  return (
    <Form<CourseDetails>
      form={form}
      scrollToFirstError
      layout="vertical"
      requiredMark={false}
      initialValues={{ name, code, section, semester, termId, unitId }}
      onFinish={save}
      aria-label={t('courseDetails.edit')}
    >
      <Failure error={edit.error} text={t('courseDetails.saveFailed')} />
      <CourseFields course={seen} />
      <div className="row">
        <Button type="primary" htmlType="submit" loading={edit.isPending}>
          {t('courseDetails.save')}
        </Button>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
      </div>
    </Form>
  );
};
