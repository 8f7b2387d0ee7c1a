import type { EnrollmentSettings } from '@qr-attendance/contracts';
import { ActionButton, Button, ConfirmButton, CopyField, Dialog } from '@qr-attendance/ui-kit';
import { QrPicture } from '@qr-attendance/ui-kit/qr';
import { formatDayTime } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCreateInvitation, useRevokeInvitation } from '../api.ts';

/** A page of the student area, which asks visitors to sign in or register first. */
const invitationUrl = (token: string, origin = location.origin): string => `${origin}/student/join/${token}`;

interface Props {
  courseId: string;
  invitation: EnrollmentSettings['invitation'];
}

export const Invitation = ({ courseId, invitation }: Props) => {
  const { t } = useTranslation('teacher');
  const [isQrShown, setIsQrShown] = useState(false);
  const create = useCreateInvitation(courseId);
  const revoke = useRevokeInvitation(courseId);
  const close = () => setIsQrShown(false);
  const creation = {
    act: () => create.mutateAsync(),
    done: t('enrollment.linkMade'),
    failure: t('enrollment.linkFailed'),
  };
  if (!invitation)
    return (
      <div>
        <ActionButton {...creation}>{t('enrollment.makeLink')}</ActionButton>
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
        <Button onClick={() => setIsQrShown(true)}>{t('enrollment.showQr')}</Button>
        <ActionButton {...creation}>{t('enrollment.newLink')}</ActionButton>
        <ConfirmButton
          danger
          label={t('enrollment.revoke')}
          question={{ title: t('enrollment.revokeTitle'), text: t('enrollment.revokeExplain') }}
          act={() => revoke.mutateAsync()}
          onGiveUp={revoke.cancel}
          done={t('enrollment.linkRevoked')}
          failure={t('enrollment.revokeFailed')}
        />
      </div>
      {isQrShown && (
        <Dialog
          title={t('enrollment.qrTitle')}
          text={t('enrollment.qrHelp')}
          onClose={close}
          wide
          buttons={<Button onClick={close}>{t('common:close')}</Button>}
        >
          <QrPicture text={url} size={512} label={t('enrollment.qrLabel')} />
        </Dialog>
      )}
    </div>
  );
};
