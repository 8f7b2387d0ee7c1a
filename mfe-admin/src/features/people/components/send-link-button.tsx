import type { ManagedPerson } from '@qr-attendance/contracts';
import { Button, useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useSendRegistrationLink } from '../api.ts';

export const SendLinkButton = ({ person }: { person: ManagedPerson }) => {
  const { t } = useTranslation('admin');
  const notify = useNotify();
  const send = useSendRegistrationLink(person);
  const { name, email } = person;
  return (
    <Button
      type="text"
      size="small"
      loading={send.isPending}
      aria-label={t('registrationLink.of', { name })}
      onClick={() =>
        send.mutate(undefined, {
          onSuccess: ({ result }) => {
            if (result === 'queued') notify.success(t('registrationLink.done', { email }));
            else if (result === 'limited') notify.error(t('registrationLink.limited', { name }));
            else notify.success(t('registrationLink.registered', { name }));
          },
          onError: (error) => notify.error(messageOf(error, t('registrationLink.failed'))),
        })
      }
    >
      {t('registrationLink.open')}
    </Button>
  );
};
