import type { Term } from '@qr-attendance/contracts';
import { Button, useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useRestoreTerm } from '../api.ts';

export const RestoreTerm = ({ term: { _id, name } }: { term: Term }) => {
  const { t } = useTranslation('admin');
  const notify = useNotify();
  const restore = useRestoreTerm(_id);
  return (
    <Button
      type="text"
      size="small"
      loading={restore.isPending}
      aria-label={t('terms.restoreOf', { name })}
      onClick={() =>
        restore.mutate(undefined, {
          onSuccess: () => notify.success(t('terms.restoreDone', { name })),
          onError: (error) => notify.error(messageOf(error, t('terms.restoreFailed'))),
        })
      }
    >
      {t('terms.restore')}
    </Button>
  );
};
