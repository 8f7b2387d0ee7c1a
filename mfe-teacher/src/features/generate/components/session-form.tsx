import { routes, type Course, type Session } from '@qr-attendance/contracts';
import {
  Button,
  Card,
  ConfirmDialog,
  courseLabel,
  Failure,
  InputForm,
  showFieldErrors,
} from '@qr-attendance/ui-kit';
import { useApiQuery } from '@qr-attendance/web-kit';
import type { FormInstance } from 'antd';
import Form from 'antd/es/form';
import Select from 'antd/es/select';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCreateSession, useRecentSessions } from '../../../shared/api/sessions.ts';
import { jointChoicesOf } from '../../../shared/joint-class.ts';
import { RunningNotice } from '../../../shared/running-notice.tsx';
import { openSections } from '../../../shared/sections.ts';
import {
  CourseLateThresholdField,
  JointField,
  RoomField,
  SectionField,
} from '../../../shared/session-fields/class-fields.tsx';
import { CourseRequirements } from '../../../shared/session-fields/course-requirements.tsx';
import { LocationFields } from '../../../shared/session-fields/location-fields.tsx';
import { TimeFields } from '../../../shared/session-fields/time-fields.tsx';
import { useDevicePosition } from '../../../shared/session-fields/use-device-position.ts';
import { isPastDay, stateOf } from '../../../shared/session-state.ts';
import { preselectedCourse, usualCourseAt } from '../../../shared/usual-course.ts';
import { createInitialValues, toNewSession, type SessionFormValues } from '../session-form-values.ts';

const names = [
  'courseId',
  'date',
  'startTime',
  'endTime',
  'lateAfterMinutes',
  'locationRadius',
] satisfies (keyof SessionFormValues)[];

const useUsualCourse = (form: FormInstance<SessionFormValues>, courses: Course[], wanted: boolean): void => {
  const { data: sessions } = useRecentSessions(wanted);
  useEffect(() => {
    if (!wanted || !sessions || form.getFieldValue('courseId')) return;
    const ids = new Set(courses.map(({ _id }) => _id));
    const ofCourses = sessions.filter(({ course }) => ids.has(course._id));
    const usual = usualCourseAt(ofCourses, new Date());
    // Setting a field to undefined would clear its error message.
    if (usual) form.setFieldValue('courseId', usual);
  }, [form, courses, wanted, sessions]);
};

interface Props {
  courses: Course[];
  courseId: string | undefined;
  onCreated: (session: Session) => void;
}

export const SessionForm = ({ courses, courseId, onCreated }: Props) => {
  const { t } = useTranslation('teacher');
  const [form] = Form.useForm<SessionFormValues>();
  const chosen = Form.useWatch('courseId', form);
  const create = useCreateSession();
  const { position, locate, forget } = useDevicePosition();
  const [initialValues] = useState(() => ({
    ...createInitialValues(new Date()),
    courseId: preselectedCourse(courses, courseId)?._id,
  }));
  useUsualCourse(form, courses, courseId === undefined && initialValues.courseId === undefined);
  const ready = position.state === 'off' || position.state === 'known';
  const [toConfirm, setToConfirm] = useState<SessionFormValues>();
  const submit = (values: SessionFormValues) => {
    const coordinates = position.state === 'known' ? position.coordinates : undefined;
    const course = courses.find(({ _id }) => _id === values.courseId);
    const sectionIds = course && openSections(course).map(({ _id }) => _id);
    create.mutate(toNewSession(values, coordinates, sectionIds), {
      onSuccess: onCreated,
      onError: (error) =>
        void showFieldErrors(form, error, names, { 'policy.networks': ['policy', 'networks'] }),
      onSettled: () => setToConfirm(undefined),
    });
  };
  const confirmIfPast = (values: SessionFormValues) =>
    isPastDay(values.date) ? setToConfirm(values) : submit(values);
  return (
    <Card className="form-width">
      <InputForm<SessionFormValues>
        busy={create.isPending}
        form={form}
        initialValues={initialValues}
        onFinish={confirmIfPast}
        aria-label={t('generate.title')}
      >
        <Failure error={create.error} text={t('specified:generateFailed')} />
        <Form.Item
          name="courseId"
          label={t('generate.course')}
          rules={[{ required: true, message: t('common:required', { field: t('generate.course') }) }]}
        >
          <Select
            placeholder={t('generate.coursePlaceholder')}
            showSearch={{ optionFilterProp: 'label' }}
            // The chosen sections belong to the previous course.
            onChange={() => form.resetFields(['sectionIds', 'joint'])}
            options={courses.map((course) => ({ value: course._id, label: courseLabel(course) }))}
          />
        </Form.Item>
        <SectionField course={courses.find(({ _id }) => _id === chosen)} />
        {chosen && <JointField choices={jointChoicesOf(chosen, courses)} />}
        <RunningSessionWarning form={form} />
        <TimeFields />
        <CourseLateThresholdField />
        <RoomField />
        <LocationFields position={position} onLocate={locate} onForget={forget} />
        <CourseRequirements />
        <Button type="primary" htmlType="submit" size="large" loading={create.isPending} disabled={!ready}>
          {t('generate.submit')}
        </Button>
      </InputForm>
      {toConfirm && (
        <ConfirmDialog
          title={t('past.title')}
          text={t('past.explain')}
          confirm={t('past.create')}
          cancel={t('past.back')}
          busy={create.isPending}
          onConfirm={() => submit(toConfirm)}
          onCancel={() => {
            create.cancel();
            setToConfirm(undefined);
          }}
        />
      )}
    </Card>
  );
};

const RunningSessionWarning = ({ form }: { form: FormInstance<SessionFormValues> }) => {
  const courseId = Form.useWatch('courseId', form);
  const { data } = useApiQuery(
    routes.session.listSessions,
    { query: { active: 'true', courseId } },
    { enabled: courseId !== undefined },
  );
  const running = data?.find((session) => stateOf(session) === 'running');
  return running ? <RunningNotice session={running} /> : null;
};
