import type { Passkey } from '@qr-attendance/contracts';
import { Button, ConfirmDialog, PlainList, PlainRow, useNotify } from '@qr-attendance/ui-kit';
import { formatDay, isCanceled, messageOf } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UserText } from '../../../shared/user-text.tsx';
import { isCoolingDown } from '../../../shared/device-state.ts';
import { WaitingTag } from './device-tags.tsx';
import { useRemovePasskey } from '../api.ts';

interface Props {
  passkeys: Passkey[];
  required: boolean;
}

export const PasskeyList = ({ passkeys, required }: Props) => {
  const { t } = useTranslation('student');
  const notify = useNotify();
  const [chosen, setChosen] = useState<Passkey>();
  const removal = useRemovePasskey();
  const remove = async ({ id }: Passkey) => {
    try {
      await removal.mutateAsync(id);
      notify.success(t('passkeys.removed'));
    } catch (error) {
      if (isCanceled(error)) return;
      notify.error(messageOf(error, t('passkeys.removeFailed')));
    }
    setChosen(undefined);
  };
  if (!passkeys.length) return <p className="flush below">{t('passkeys.none')}</p>;
  return (
    <div className="below">
      <PlainList>
        {passkeys.map((passkey) => (
          <PlainRow
            key={passkey.id}
            title={<UserText>{passkey.name}</UserText>}
            detail={
              <>
                <time dateTime={passkey.createdAt}>
                  {t('passkeys.addedOn', { day: formatDay(passkey.createdAt) })}
                </time>
                {isCoolingDown(passkey) && <WaitingTag countsFrom={passkey.countsFrom} />}
              </>
            }
            aside={
              <Button
                danger
                onClick={() => setChosen(passkey)}
                aria-label={t('passkeys.removeNamed', { name: passkey.name })}
              >
                {t('passkeys.remove')}
              </Button>
            }
          />
        ))}
      </PlainList>
      {chosen && (
        <ConfirmDialog
          title={t('passkeys.removeTitle')}
          confirm={t('passkeys.remove')}
          busy={removal.isPending}
          onConfirm={() => void remove(chosen)}
          onCancel={() => {
            removal.cancel();
            if (!removal.isPending) removal.reset();
            setChosen(undefined);
          }}
          text={
            <>
              <strong>
                <UserText>{chosen.name}</UserText>
              </strong>
              <p className="flush above-xxs">
                {t(required && passkeys.length === 1 ? 'passkeys.removeLast' : 'passkeys.removeWhy')}
              </p>
            </>
          }
        />
      )}
    </div>
  );
};
