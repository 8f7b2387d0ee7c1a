import { ActionButton, Card, PageHeader, QueryView } from '@qr-attendance/ui-kit';
import { formatDay } from '@qr-attendance/web-kit';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { useLinks } from '../../../shared/use-links.ts';
import { useMe, useWithdrawSelfieConsent } from '../api.ts';
import { SetupNotice } from '../components/setup-notice.tsx';
import { DeviceForm } from '../components/device-form.tsx';
import { DevicesTable } from '../components/devices-table.tsx';
import { PasskeysCard } from '../components/passkeys-card.tsx';
import { PinForm } from '../components/pin-form.tsx';
import { PreferencesForm } from '../components/preferences-form.tsx';
import { readRequiredProofs, returnPath } from '../read-address.ts';

const useFocusRequestedForm = (ready: boolean): void => {
  const { hash } = useLocation();
  useEffect(() => {
    const form = ready && hash ? document.getElementById(`form-${hash.slice(1)}`) : null;
    const field = form?.querySelector<HTMLElement>('input:not([readonly]), button');
    field?.scrollIntoView({ block: 'center' });
    field?.focus({ preventScroll: true });
  }, [ready, hash]);
};

export const SecurityPage = () => {
  const { t } = useTranslation('student');
  const to = useLinks();
  const [search] = useSearchParams();
  const cameFrom = returnPath(search);
  const me = useMe();
  useFocusRequestedForm(me.data !== undefined);
  return (
    <>
      <PageHeader
        title={t('security.title')}
        help={t('security.help')}
        back={{ to: to.dashboard, label: t('back') }}
      />
      <QueryView query={me} errorMessage={t('specified:studentFailed')}>
        {(profile) => (
          <>
            {cameFrom && (
              <SetupNotice to={cameFrom} profile={profile} required={readRequiredProofs(search)} />
            )}
            <div className="card-grid card-grid-2 below">
              <PinForm hasPin={profile.hasPin} />
              <DeviceForm devices={profile.registeredDevices} />
              <PreferencesForm profile={profile} />
              <PasskeysCard
                passkeys={profile.passkeys}
                required={profile.securityPreferences.requireBiometric}
              />
            </div>
            <div className="stack">
              <DevicesTable devices={profile.registeredDevices} />
              <SelfieConsentCard consentAt={profile.selfieConsentAt} />
            </div>
          </>
        )}
      </QueryView>
    </>
  );
};

const SelfieConsentCard = ({ consentAt }: { consentAt: string | null }) => {
  const { t } = useTranslation('student');
  const withdrawal = useWithdrawSelfieConsent();
  return (
    <Card title={t('selfies.title')} help={t('selfies.help')}>
      {consentAt === null ? (
        <p className="flush">{t('selfies.notAgreed')}</p>
      ) : (
        <>
          <p className="flush below">{t('selfies.agreed', { day: formatDay(consentAt) })}</p>
          <ActionButton
            act={() => withdrawal.mutateAsync()}
            done={t('selfies.withdrawn')}
            failure={t('selfies.withdrawFailed')}
          >
            {t('selfies.withdraw')}
          </ActionButton>
        </>
      )}
    </Card>
  );
};
