import { PageHeader } from '@qr-attendance/ui-kit';
import { useBasePath } from '@qr-attendance/web-kit';
import Col from 'antd/es/col';
import Row from 'antd/es/row';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { links } from '../../../shared/links.ts';
import { DeviceForm } from '../components/device-form.tsx';
import { DevicesTable } from '../components/devices-table.tsx';
import { PinForm } from '../components/pin-form.tsx';
import { PreferencesForm } from '../components/preferences-form.tsx';
import { ReturnBanner } from '../components/return-banner.tsx';
import { returnToMarking } from '../return-to-marking.ts';

/** What marking needs first comes first: most students come here once, to set a PIN and register a phone. */
export const SecurityPage = () => {
  const { t } = useTranslation('student');
  const to = links(useBasePath());
  const [search] = useSearchParams();
  const marking = returnToMarking(search);
  return (
    <>
      <PageHeader
        title={t('security.title')}
        help={t('security.help')}
        back={{ to: to.dashboard, label: t('back') }}
      />
      {marking && <ReturnBanner to={marking} />}
      <Row gutter={[16, 16]}>
        <Col xs={24} lg={12}>
          <PinForm />
        </Col>
        <Col xs={24} lg={12}>
          <DeviceForm />
        </Col>
        <Col xs={24} lg={14}>
          <DevicesTable />
        </Col>
        <Col xs={24} lg={10}>
          <PreferencesForm />
        </Col>
      </Row>
    </>
  );
};
