import {
  enrollmentRequestStateSchema,
  knownOrOther,
  type Course,
  type EnrollmentState,
} from '@qr-attendance/contracts';
import { ActionButton } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useEnrollmentRequest } from '../api.ts';

interface Props {
  course: Course;
  sectionId: string | undefined;
}

export const RequestButton = ({ course, sectionId }: Props) => {
  const { t } = useTranslation('student');
  const request = useEnrollmentRequest(course._id, sectionId);
  const state = course.request && knownOrOther(enrollmentRequestStateSchema, course.request);
  const send = (action: 'ask' | 'cancel') => ({
    act: () => request.mutateAsync(action),
    done: ({ enrolled, way }: EnrollmentState) => {
      if (enrolled) return t('specified:enrolled');
      return way === 'WAITING' ? t('enroll.asked') : undefined;
    },
    failure: t('specified:enrollFailed'),
  });
  if (state === 'WAITING')
    return (
      <div className="stack gap-xs">
        <p className="flush">{t('enroll.waiting')}</p>
        <ActionButton
          block
          aria-label={t('enroll.cancelRequestFor', { name: course.name })}
          {...send('cancel')}
        >
          {t('enroll.cancelRequest')}
        </ActionButton>
      </div>
    );
  if (state) return <p className="flush">{t('enroll.declined')}</p>;
  return (
    <ActionButton
      type="primary"
      block
      aria-label={t('enroll.askFor', { name: course.name })}
      {...send('ask')}
    >
      {t('enroll.ask')}
    </ActionButton>
  );
};
