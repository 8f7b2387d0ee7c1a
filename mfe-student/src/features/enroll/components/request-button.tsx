import { enrollmentRequestStateSchema, knownOr, type Course } from '@qr-attendance/contracts';
import { Button, useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useEnrollmentRequest } from '../api.ts';

interface Props {
  course: Course;
  sectionId: string | undefined;
}

export const RequestButton = ({ course, sectionId }: Props) => {
  const { t } = useTranslation('student');
  const notify = useNotify();
  const request = useEnrollmentRequest(course._id, sectionId);
  const state = course.request && knownOr(enrollmentRequestStateSchema, course.request);
  const send = async (action: 'ask' | 'cancel') => {
    try {
      const { enrolled, way } = await request.mutateAsync(action);
      if (enrolled) notify.success(t('specified:enrolled'));
      else if (way === 'WAITING') notify.success(t('enroll.asked'));
    } catch (error) {
      notify.error(messageOf(error, t('specified:enrollFailed')));
    }
  };
  if (state === 'WAITING')
    return (
      <div className="stack gap-xs">
        <p className="flush">{t('enroll.waiting')}</p>
        <Button
          block
          loading={request.isPending}
          aria-label={t('enroll.cancelRequestFor', { name: course.name })}
          onClick={() => void send('cancel')}
        >
          {t('enroll.cancelRequest')}
        </Button>
      </div>
    );
  if (state) return <p className="flush">{t('enroll.declined')}</p>;
  return (
    <Button
      type="primary"
      block
      loading={request.isPending}
      aria-label={t('enroll.askFor', { name: course.name })}
      onClick={() => void send('ask')}
    >
      {t('enroll.ask')}
    </Button>
  );
};
