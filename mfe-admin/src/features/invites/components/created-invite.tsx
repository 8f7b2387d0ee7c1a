import { Button, CopyField, Notice } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';

export const CreatedInvite = ({ code, onClose }: { code: string; onClose: () => void }) => {
  const { t } = useTranslation('admin');
  return (
    <>
      <Notice type="success" role="status" title={t('invites.made')} />
      <CopyField isMain label={t('invites.code')} value={code}>
        <Button onClick={onClose}>{t('invites.close')}</Button>
      </CopyField>
    </>
  );
};
