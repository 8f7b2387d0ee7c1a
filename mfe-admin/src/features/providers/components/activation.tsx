import type { IdentityProvider } from '@qr-attendance/contracts';
import { ActionButton, ConfirmButton } from '@qr-attendance/ui-kit';
import { formatNumber } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useChangeProvider } from '../api.ts';

export const Activation = ({
  provider: { _id, name, active, identities, version },
}: {
  provider: IdentityProvider;
}) => {
  const { t } = useTranslation('admin');
  const change = useChangeProvider(_id);
  if (!active)
    return (
      <ActionButton
        type="primary"
        act={() => change.mutateAsync({ active: true, version })}
        done={t('providers.activated', { name })}
        failure={t('providers.activateFailed')}
      >
        {t('providers.activate')}
      </ActionButton>
    );
  return (
    <ConfirmButton
      danger
      label={t('providers.deactivate')}
      question={{
        title: t('providers.deactivateOf', { name }),
        text: t('providers.deactivateText', { count: identities, amount: formatNumber(identities) }),
      }}
      act={() => change.mutateAsync({ active: false, version })}
      onGiveUp={change.cancel}
      done={t('providers.deactivated', { name })}
      failure={t('providers.deactivateFailed')}
    />
  );
};
