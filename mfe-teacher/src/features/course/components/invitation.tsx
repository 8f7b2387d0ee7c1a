import type { EnrollmentSettings } from '@qr-attendance/contracts';
import { Button, ConfirmDialog, Dialog, useNotify } from '@qr-attendance/ui-kit';
import { formatDayTime, messageOf } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QrPicture } from '../../../shared/code/qr-picture.tsx';
import { useCreateInvitation, useRevokeInvitation } from '../api.ts';
import { CopyField } from './copy-field.tsx';

/** A page of the student area, which asks visitors to sign in or register first. */
const invitationUrl = (token: string, origin = location.origin): string => `${origin}/student/join/${token}`;

interface Props {
  courseId: string;
  invitation: EnrollmentSettings['invitation'];
}

export const Invitation = ({ courseId, invitation }: Props) => {
  const { t } = useTranslation('teacher');
  const notify = useNotify();
  const [shown, setShown] = useState<'qr' | 'revoke'>();
  const create = useCreateInvitation(courseId);
  const revoke = useRevokeInvitation(courseId);
  const close = () => setShown(undefined);
  const make = async () => {
    try {
      await create.mutateAsync(undefined);
      notify.success(t('enrollment.linkMade'));
    } catch (error) {
      notify.error(messageOf(error, t('enrollment.linkFailed')));
    }
  };
  const confirmRevoke = async () => {
    try {
      await revoke.mutateAsync(undefined);
      notify.success(t('enrollment.linkRevoked'));
    } catch (error) {
      notify.error(messageOf(error, t('enrollment.revokeFailed')));
    }
    close();
  };
  if (!invitation)
    return (
      <div>
        <Button loading={create.isPending} onClick={() => void make()}>
          {t('enrollment.makeLink')}
        </Button>
      </div>
    );
  const url = invitationUrl(invitation.token);
  return (
    <div className="stack gap-xs">
      <CopyField label={t('enrollment.link')} value={url} />
      <p className="flush muted">
        {t('enrollment.linkUntil', { when: formatDayTime(invitation.expiresAt) })}
      </p>
      <div className="row gap-xs">
        <Button onClick={() => setShown('qr')}>{t('enrollment.showQr')}</Button>
        <Button loading={create.isPending} onClick={() => void make()}>
          {t('enrollment.newLink')}
        </Button>
        <Button danger onClick={() => setShown('revoke')}>
          {t('enrollment.revoke')}
        </Button>
      </div>
      {shown === 'qr' && (
        <Dialog
          title={t('enrollment.qrTitle')}
          text={t('enrollment.qrHelp')}
          onClose={close}
          wide
          buttons={<Button onClick={close}>{t('enrollment.close')}</Button>}
        >
          <QrPicture text={url} size={512} label={t('enrollment.qrLabel')} />
        </Dialog>
      )}
      {shown === 'revoke' && (
        <ConfirmDialog
          title={t('enrollment.revokeTitle')}
          confirmText={t('enrollment.revoke')}
          cancelText={t('cancel')}
          busy={revoke.isPending}
          onConfirm={() => void confirmRevoke()}
          onCancel={close}
        >
          {t('enrollment.revokeExplain')}
        </ConfirmDialog>
      )}
    </div>
  );
};
