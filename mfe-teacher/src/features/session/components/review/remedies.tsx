import type { StudentInfo } from '@qr-attendance/contracts';
import { Button, type ButtonProps, ConfirmDialog, useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEnrollAndMark, useRemedy } from '../../api.ts';

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
  const notify = useNotify();
  const enroll = useEnrollAndMark(sessionId);
  const press = () =>
    enroll.mutate(_id, {
      onSuccess: () => notify.success(t('attempts.enrolled', { name })),
      onError: (error) => notify.error(messageOf(error, t('attempts.enrollFailed'))),
    });
  return (
    <Button
      {...look}
      type="primary"
      loading={enroll.isPending}
      aria-label={t('attempts.enrollOf', { name })}
      onClick={press}
    >
      {t('attempts.enroll')}
    </Button>
  );
};

export const ResetLockButton = ({ sessionId, student: { _id, name } }: Props) => {
  const { t } = useTranslation('teacher');
  const notify = useNotify();
  const reset = useRemedy('resetLock', sessionId);
  const press = () =>
    reset.mutate(_id, {
      onSuccess: () => notify.success(t('attempts.lockReset', { name })),
      onError: (error) => notify.error(messageOf(error, t('attempts.lockFailed'))),
    });
  return (
    <Button loading={reset.isPending} aria-label={t('attempts.resetLockOf', { name })} onClick={press}>
      {t('attempts.resetLock')}
    </Button>
  );
};

export const ConfirmProofButton = ({ sessionId, student: { _id, name } }: Props) => {
  const { t } = useTranslation('teacher');
  const notify = useNotify();
  const [isConfirming, setIsConfirming] = useState(false);
  const confirm = useRemedy('confirm', sessionId);
  const press = () =>
    confirm.mutate(_id, {
      onSuccess: () => notify.success(t('attempts.confirmed', { name })),
      onError: (error) => notify.error(messageOf(error, t('attempts.confirmFailed'))),
      onSettled: () => setIsConfirming(false),
    });
  return (
    <>
      <Button aria-label={t('attempts.confirmOf', { name })} onClick={() => setIsConfirming(true)}>
        {t('attempts.confirm')}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={t('attempts.confirmOf', { name })}
          confirmText={t('attempts.confirm')}
          cancelText={t('cancel')}
          busy={confirm.isPending}
          onConfirm={press}
          onCancel={() => setIsConfirming(false)}
        >
          {t('attempts.confirmWhy')}
        </ConfirmDialog>
      )}
    </>
  );
};
