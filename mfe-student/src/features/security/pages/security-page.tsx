import { PageHeader, QueryView } from '@qr-attendance/ui-kit';
import { useBasePath } from '@qr-attendance/web-kit';
import Col from 'antd/es/col';
import Row from 'antd/es/row';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { links } from '../../../shared/links.ts';
import { useMe } from '../api/get-me.ts';
import { DetourNote } from '../components/detour-note.tsx';
import { DeviceForm } from '../components/device-form.tsx';
import { DevicesTable } from '../components/devices-table.tsx';
import { PasskeysCard } from '../components/passkeys-card.tsx';
import { PinForm } from '../components/pin-form.tsx';
import { PreferencesForm } from '../components/preferences-form.tsx';
import { SecuritySkeleton } from '../components/security-skeleton.tsx';
import { SelfieConsentCard } from '../components/selfie-consent-card.tsx';
import { askedNeeds, returnPath } from '../read-address.ts';

export const SecurityPage = () => {
  const { t } = useTranslation('student');
  const to = links(useBasePath());
  const [search] = useSearchParams();
  const cameFrom = returnPath(search);
  const me = useMe();
  return (
    <>
      <PageHeader
        title={t('security.title')}
        help={t('security.help')}
        back={{ to: to.dashboard, label: t('back') }}
      />
      <QueryView query={me} errorMessage={t('specified:studentFailed')} loading={<SecuritySkeleton />}>
        {(profile) => (
          <>
            {cameFrom && <DetourNote to={cameFrom} profile={profile} asked={askedNeeds(search)} />}
            <Row gutter={[16, 16]}>
              <Col xs={24} lg={12}>
                <PinForm hasPin={profile.hasPin} />
              </Col>
              <Col xs={24} lg={12}>
                <DeviceForm devices={profile.registeredDevices} />
              </Col>
              <Col xs={24} lg={12}>
                <PreferencesForm profile={profile} />
              </Col>
              <Col xs={24} lg={12}>
                <PasskeysCard
                  passkeys={profile.passkeys}
                  required={profile.securityPreferences.requireBiometric}
                />
              </Col>
              <Col xs={24}>
                <DevicesTable devices={profile.registeredDevices} />
              </Col>
              <Col xs={24}>
                <SelfieConsentCard consentAt={profile.selfieConsentAt} />
              </Col>
            </Row>
          </>
        )}
      </QueryView>
    </>
  );
};
