import type { Unit } from '@qr-attendance/contracts';
import { ConfirmDialog, useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useDeleteUnit } from '../api.ts';

export const DeleteUnit = ({ unit: { _id, name }, onClose }: { unit: Unit; onClose: () => void }) => {
  const { t } = useTranslation('admin');
  const notify = useNotify();
  const remove = useDeleteUnit(_id);
  return (
    <ConfirmDialog
      title={t('units.deleteOf', { name })}
      confirmText={t('units.delete')}
      cancelText={t('cancel')}
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => notify.success(t('units.deleteDone', { name })),
          onError: (error) => notify.error(messageOf(error, t('units.deleteFailed'))),
          onSettled: onClose,
        })
      }
      onCancel={onClose}
    >
      {t('units.deleteText')}
    </ConfirmDialog>
  );
};
