import type { Session } from '@qr-attendance/contracts';
import { Button, ConfirmDialog, Drawer, Failure, InputForm, showFieldErrors } from '@qr-attendance/ui-kit';
import { ApiError, campusClock, useCancelOnClose } from '@qr-attendance/web-kit';
import Checkbox from 'antd/es/checkbox';
import Form from 'antd/es/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCourse, useCourses } from '../../../../shared/api/courses.ts';
import { useEditSession } from '../../../../shared/api/sessions.ts';
import { isPastDay } from '../../../../shared/session-state.ts';
import { jointChoicesOf, ownCourseId } from '../../../../shared/joint-class.ts';
import { PolicyFields } from '../../../../shared/policy/policy-fields.tsx';
import { openSections } from '../../../../shared/sections.ts';
import {
  JointField,
  LateThresholdField,
  RoomField,
  SectionField,
} from '../../../../shared/session-fields/class-fields.tsx';
import { LocationFields } from '../../../../shared/session-fields/location-fields.tsx';
import { TimeFields } from '../../../../shared/session-fields/time-fields.tsx';
import { endDayOf } from '../../../../shared/session-fields/time-and-place.ts';
import { useDevicePosition } from '../../../../shared/session-fields/use-device-position.ts';
import { toEdit, valuesOf, type SessionEditValues } from '../../session-edit-values.ts';
import { ConcurrentChange } from './concurrent-change.tsx';

const names = [
  'date',
  'startTime',
  'endTime',
  'lateAfterMinutes',
  'locationRadius',
] satisfies (keyof SessionEditValues)[];

interface Props {
  session: Session;
  onClose: () => void;
}

const isOutdated = (error: unknown) => error instanceof ApiError && error.code === 'session_changed';

const isOver = (values: SessionEditValues): boolean => {
  const { day, time } = campusClock(new Date());
  return values.endTime !== '' && endDayOf(values) === day && values.endTime <= time;
};

/** Shows a concurrent change beside the form; saving again overwrites it. */
export const EditSessionDrawer = ({ session, onClose }: Props) => {
  const { t } = useTranslation('teacher');
  const [form] = Form.useForm<SessionEditValues>();
  const courseId = ownCourseId(session);
  const { data: courses } = useCourses();
  const { data: asked } = useCourse(session.course._id);
  // Only staff of the class's own course can change its sections.
  const course = asked?._id === courseId ? asked : undefined;
  const ownSectionIds = course
    ? openSections(course).map(({ _id }) => _id)
    : session.courses?.[0]?.sections.map(({ id }) => id);
  const edit = useEditSession(session._id);
  useCancelOnClose(edit);
  const [opened] = useState(session);
  const [initialValues] = useState(() => valuesOf(session));
  const [version, setVersion] = useState(session.version ?? 1);
  const [toConfirm, setToConfirm] = useState<SessionEditValues>();
  const { position, locate, forget } = useDevicePosition(session.location);
  const coordinates =
    position.state === 'known' || position.state === 'kept' ? position.coordinates : undefined;
  const ready = coordinates !== undefined || position.state === 'off';

  const save = (values: SessionEditValues) =>
    edit.mutate(toEdit(values, { courseId, version, ownSectionIds, initial: initialValues }, coordinates), {
      done: t('change.saved'),
      onSuccess: onClose,
      onError: (error) => {
        if (isOutdated(error)) return;
        void showFieldErrors(form, error, names, { 'policy.networks': ['policy', 'networks'] });
      },
      onSettled: () => setToConfirm(undefined),
    });
  const submit = (values: SessionEditValues) => {
    const movedBack = values.date !== initialValues.date && isPastDay(values.date);
    if (movedBack || isOver(values)) setToConfirm(values);
    else save(values);
  };
  const online = Form.useWatch('online', form) ?? initialValues.online;
  const hasConflict = session.version !== undefined && session.version !== version;
  return (
    <Drawer title={t('change.editTitle')} closeLabel={t('change.close')} onClose={onClose}>
      <InputForm<SessionEditValues>
        busy={edit.isPending}
        form={form}
        initialValues={initialValues}
        onFinish={submit}
        aria-label={t('change.editTitle')}
      >
        {hasConflict ? (
          <ConcurrentChange
            before={opened}
            now={session}
            onSeen={() => setVersion(session.version ?? version)}
          />
        ) : (
          <Failure error={edit.error} text={t('change.saveFailed')} />
        )}
        <SectionField course={course} covered={opened.sections} />
        {courses && <JointField choices={jointChoicesOf(courseId, courses, opened)} />}
        <TimeFields />
        <LateThresholdField />
        <Form.Item name="online" valuePropName="checked">
          <Checkbox>{t('plan.online')}</Checkbox>
        </Form.Item>
        {!online && <RoomField room={session.room} />}
        <LocationFields position={position} onLocate={locate} onForget={forget} />
        <PolicyFields />
        <p className="flush below">{t('change.editExplain')}</p>
        <div className="cockpit-actions">
          <Button type="primary" htmlType="submit" loading={edit.isPending} disabled={!ready || hasConflict}>
            {t('change.save')}
          </Button>
          <Button onClick={onClose}>{t('change.discard')}</Button>
        </div>
      </InputForm>
      {toConfirm && (
        <ConfirmDialog
          title={t('past.title')}
          text={t('past.explain')}
          confirm={t('past.save')}
          cancel={t('past.back')}
          busy={edit.isPending}
          onConfirm={() => save(toConfirm)}
          onCancel={() => {
            edit.cancel();
            setToConfirm(undefined);
          }}
        />
      )}
    </Drawer>
  );
};
