import type { Course } from '@qr-attendance/contracts';
import { useNotify, tokens } from '@qr-attendance/ui-kit';
import { institutionWord, messageOf } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import Card from 'antd/es/card';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Typed } from '../../../shared/typed.tsx';
import { useEnroll } from '../api.ts';
import { KeyDialog } from './key-dialog.tsx';
import { RequestButton } from './request-button.tsx';

export const AvailableCourseCard = ({ course }: { course: Course }) => {
  const { t } = useTranslation('student');
  const notify = useNotify();
  const enroll = useEnroll();
  const [isOpen, setIsOpen] = useState(false);
  const facts = [
    { name: t('enroll.code'), value: course.code },
    ...(course.section ? [{ name: t('enroll.section'), value: course.section }] : []),
    { name: t('enroll.semester'), value: course.semester },
    {
      name: institutionWord('teacher') ?? t('enroll.teacher'),
      value: course.teacher.user?.name ?? t('enroll.unknownTeacher'),
    },
  ];
  // The mutation's own callbacks do not run once the reloaded list has removed this card.
  const join = async (key?: string) => {
    await enroll.mutateAsync({ courseId: course._id, key });
    notify.success(t('specified:enrolled'));
  };
  const start = async () => {
    if (course.enrollmentMode === 'KEY') return setIsOpen(true);
    try {
      await join();
    } catch (error) {
      notify.error(messageOf(error, t('specified:enrollFailed')));
    }
  };
  return (
    <Card
      style={{ height: '100%' }}
      styles={{ body: { height: '100%', display: 'flex', flexDirection: 'column', gap: tokens.marginSM } }}
    >
      <h2 style={{ margin: 0, fontSize: tokens.fontSizeLG, fontWeight: 600, overflowWrap: 'anywhere' }}>
        <Typed>{course.name}</Typed>
      </h2>
      <dl style={{ margin: 0, flex: 1, display: 'grid', gap: 4, alignContent: 'start' }}>
        {facts.map(({ name, value }) => (
          <div key={name} style={{ display: 'flex', gap: tokens.marginXS }}>
            <dt style={{ color: tokens.colorTextSecondary }}>{name}:</dt>
            <dd style={{ margin: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
              <Typed>{String(value)}</Typed>
            </dd>
          </div>
        ))}
      </dl>
      {course.enrollmentMode === 'APPROVAL' ? (
        <RequestButton course={course} />
      ) : (
        <Button
          type="primary"
          block
          loading={enroll.isPending}
          onClick={start}
          aria-label={enroll.isPending ? t('enroll.enrolling') : t('enroll.enrollIn', { name: course.name })}
        >
          {enroll.isPending ? t('enroll.enrolling') : t('enroll.enroll')}
        </Button>
      )}
      {isOpen && (
        <KeyDialog
          course={course}
          enroll={join}
          onClose={() => {
            enroll.cancel();
            setIsOpen(false);
          }}
        />
      )}
    </Card>
  );
};
