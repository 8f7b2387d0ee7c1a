import { Button, Notice } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../../shared/copy-field.tsx';

export const CreatedInvite = ({ code, onClose }: { code: string; onClose: () => void }) => {
  const { t } = useTranslation('admin');
  return (
    <>
      <Notice type="success" role="status" title={t('invites.made')} />
      <CopyField isMain label={t('invites.code')} value={code} copied={t('invites.copied')}>
        <Button onClick={onClose}>{t('invites.close')}</Button>
      </CopyField>
    </>
  );
};
