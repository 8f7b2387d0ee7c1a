import { PageHeader } from '@qr-attendance/ui-kit';
import { useBasePath } from '@qr-attendance/web-kit';
import Col from 'antd/es/col';
import Row from 'antd/es/row';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { links } from '../../../shared/links.ts';
import { DetourNote } from '../components/detour-note.tsx';
import { DeviceForm } from '../components/device-form.tsx';
import { DevicesTable } from '../components/devices-table.tsx';
import { PinForm } from '../components/pin-form.tsx';
import { PreferencesForm } from '../components/preferences-form.tsx';
import { returnPath } from '../return-path.ts';

export const SecurityPage = () => {
  const { t } = useTranslation('student');
  const to = links(useBasePath());
  const [search] = useSearchParams();
  const cameFrom = returnPath(search);
  return (
    <>
      <PageHeader
        title={t('security.title')}
        help={t('security.help')}
        back={{ to: to.dashboard, label: t('back') }}
      />
      {cameFrom && <DetourNote to={cameFrom} />}
      <Row gutter={[16, 16]}>
        <Col xs={24} lg={12}>
          <PinForm />
        </Col>
        <Col xs={24} lg={12}>
          <DeviceForm />
        </Col>
        <Col xs={24} lg={10}>
          <PreferencesForm />
        </Col>
        <Col xs={24} lg={14}>
          <DevicesTable />
        </Col>
      </Row>
    </>
  );
};
