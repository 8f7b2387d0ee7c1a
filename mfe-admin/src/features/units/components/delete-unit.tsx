import type { Unit } from '@qr-attendance/contracts';
import { ConfirmActionDialog } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useDeleteUnit } from '../api.ts';

export const DeleteUnit = ({ unit: { _id, name }, onClose }: { unit: Unit; onClose: () => void }) => {
  const { t } = useTranslation('admin');
  const remove = useDeleteUnit(_id);
  return (
    <ConfirmActionDialog
      title={t('units.deleteOf', { name })}
      text={t('units.deleteText')}
      confirm={t('units.delete')}
      act={() => remove.mutateAsync()}
      onGiveUp={remove.cancel}
      done={t('units.deleteDone', { name })}
      failure={t('units.deleteFailed')}
      onClose={onClose}
    />
  );
};
