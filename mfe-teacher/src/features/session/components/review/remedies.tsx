import type { StudentInfo } from '@qr-attendance/contracts';
import { ActionButton, type ButtonProps, ConfirmButton } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useEnrollAndMark, useApplyRemedy } from '../../api/review-marks.ts';

interface Props {
  sessionId: string;
  student: StudentInfo;
}

export const EnrollAndMarkButton = ({
  sessionId,
  student: { _id, name },
  ...look
}: Props & Pick<ButtonProps, 'size' | 'tabIndex'>) => {
  const { t } = useTranslation('teacher');
  const enroll = useEnrollAndMark(sessionId);
  return (
    <ActionButton
      {...look}
      type="primary"
      aria-label={t('attempts.enrollOf', { name })}
      act={() => enroll.mutateAsync(_id)}
      done={t('attempts.enrolled', { name })}
      failure={t('attempts.enrollFailed')}
    >
      {t('attempts.enroll')}
    </ActionButton>
  );
};

export const ResetLockButton = ({ sessionId, student: { _id, name } }: Props) => {
  const { t } = useTranslation('teacher');
  const reset = useApplyRemedy('resetLock', sessionId);
  return (
    <ActionButton
      aria-label={t('attempts.resetLockOf', { name })}
      act={() => reset.mutateAsync(_id)}
      done={t('attempts.lockReset', { name })}
      failure={t('attempts.lockFailed')}
    >
      {t('attempts.resetLock')}
    </ActionButton>
  );
};

export const ConfirmProofButton = ({ sessionId, student: { _id, name } }: Props) => {
  const { t } = useTranslation('teacher');
  const confirm = useApplyRemedy('confirm', sessionId);
  return (
    <ConfirmButton
      label={t('attempts.confirm')}
      aria-label={t('attempts.confirmOf', { name })}
      question={{ title: t('attempts.confirmOf', { name }), text: t('attempts.confirmWhy') }}
      act={() => confirm.mutateAsync(_id)}
      onGiveUp={confirm.cancel}
      done={t('attempts.confirmed', { name })}
      failure={t('attempts.confirmFailed')}
    />
  );
};
