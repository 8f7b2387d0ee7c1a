import type { Course } from '@qr-attendance/contracts';
import { Button, Card, useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionChoice, useCourseFacts } from '../../../shared/section-choice.tsx';
import { UserText } from '../../../shared/user-text.tsx';
import { useEnroll } from '../api.ts';
import { KeyDialog } from './key-dialog.tsx';
import { RequestButton } from './request-button.tsx';

export const AvailableCourseCard = ({ course }: { course: Course }) => {
  const { t } = useTranslation('student');
  const notify = useNotify();
  const enroll = useEnroll();
  const [isOpen, setIsOpen] = useState(false);
  const [sectionId, setSectionId] = useState<string>();
  const join = async (key?: string) => {
    await enroll.mutateAsync({ courseId: course._id, key, sectionId });
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
    <Card className="column-card">
      <h2 className="title">
        <UserText>{course.name}</UserText>
      </h2>
      <dl className="flush fill stack gap-xxs">
        {useCourseFacts(course).map(({ name, value }) => (
          <div key={name} className="line gap-xs">
            <dt className="muted">{name}:</dt>
            <dd className="flush wrap">
              <UserText>{value}</UserText>
            </dd>
          </div>
        ))}
      </dl>
      {!course.request && <SectionChoice course={course} value={sectionId} onChange={setSectionId} />}
      {course.enrollmentMode === 'APPROVAL' ? (
        <RequestButton course={course} sectionId={sectionId} />
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
