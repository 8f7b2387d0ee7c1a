import type { ManagedPerson } from '@qr-attendance/contracts';
import { Button, useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useRestorePerson } from '../api.ts';

export const RestoreButton = ({ person }: { person: ManagedPerson }) => {
  const { t } = useTranslation('admin');
  const notify = useNotify();
  const restore = useRestorePerson(person);
  const { name } = person;
  return (
    <Button
      type="text"
      size="small"
      loading={restore.isPending}
      aria-label={t('restore.of', { name })}
      onClick={() =>
        restore.mutate(undefined, {
          onSuccess: () => notify.success(t('restore.done', { name })),
          onError: (error) => notify.error(messageOf(error, t('restore.failed'))),
        })
      }
    >
      {t('restore.open')}
    </Button>
  );
};
