import type { Course, Session } from '@qr-attendance/contracts';
import { ConfirmDialog, showFieldErrors } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Card from 'antd/es/card';
import Form from 'antd/es/form';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { courseLabel } from '../../../shared/course-label.ts';
import { isPastDay } from '../../../shared/is-past-day.ts';
import { LocationFields } from '../../../shared/session-fields/location-fields.tsx';
import { TimeFields } from '../../../shared/session-fields/time-fields.tsx';
import { useDevicePosition } from '../../../shared/session-fields/use-device-position.ts';
import { useCreateSession } from '../api/create-session.ts';
import { toNewSession, valuesOfNow, type SessionFormValues } from '../session-form-values.ts';
import { RequirementsOfCourse } from './requirements-section.tsx';
import { RunningAlready } from './running-already.tsx';

const names = [
  'courseId',
  'date',
  'startTime',
  'endTime',
  'locationRadius',
] satisfies (keyof SessionFormValues)[];

interface Props {
  courses: Course[];
  /** Preselected when it is one of `courses`. */
  courseId: string | undefined;
  onCreated: (session: Session) => void;
}

export const SessionForm = ({ courses, courseId, onCreated }: Props) => {
  const { t } = useTranslation('teacher');
  const [form] = Form.useForm<SessionFormValues>();
  const create = useCreateSession();
  const { position, locate, forget } = useDevicePosition();
  const [initialValues] = useState(() => ({
    ...valuesOfNow(new Date()),
    courseId: courses.find(({ _id }) => _id === courseId)?._id,
  }));
  const ready = position.state === 'off' || position.state === 'known';
  const [asking, setAsking] = useState<SessionFormValues>();
  const submit = (values: SessionFormValues) => {
    const coordinates = position.state === 'known' ? position.coordinates : undefined;
    create.mutate(toNewSession(values, coordinates), {
      onSuccess: onCreated,
      onError: (error) =>
        void showFieldErrors(form, error, names, { 'policy.networks': ['policy', 'networks'] }),
      onSettled: () => setAsking(undefined),
    });
  };
  const askFirst = (values: SessionFormValues) =>
    isPastDay(values.date) ? setAsking(values) : submit(values);
  return (
    <Card style={{ maxWidth: 640 }}>
      <Form<SessionFormValues>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={initialValues}
        onFinish={askFirst}
        aria-label={t('generate.title')}
      >
        {create.error && (
          <Alert
            type="error"
            showIcon
            title={messageOf(create.error, t('specified:generateFailed'))}
            style={{ marginBlockEnd: 16 }}
          />
        )}
        <Form.Item
          name="courseId"
          label={t('generate.course')}
          rules={[{ required: true, message: t('form.required', { field: t('generate.course') }) }]}
        >
          <Select
            placeholder={t('generate.coursePlaceholder')}
            showSearch={{ optionFilterProp: 'label' }}
            options={courses.map((course) => ({ value: course._id, label: courseLabel(course) }))}
          />
        </Form.Item>
        <RunningAlready form={form} />
        <TimeFields />
        <LocationFields position={position} onLocate={locate} onForget={forget} />
        <RequirementsOfCourse form={form} />
        <Button type="primary" htmlType="submit" size="large" loading={create.isPending} disabled={!ready}>
          {t('generate.submit')}
        </Button>
      </Form>
      {asking && (
        <ConfirmDialog
          title={t('past.title')}
          confirmText={t('past.create')}
          cancelText={t('past.back')}
          busy={create.isPending}
          onConfirm={() => submit(asking)}
          onCancel={() => setAsking(undefined)}
        >
          {t('past.explain')}
        </ConfirmDialog>
      )}
    </Card>
  );
};
