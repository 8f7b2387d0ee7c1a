import { CameraOutlined } from '@ant-design/icons';
import { PageHeader, useMedia } from '@qr-attendance/ui-kit';
import { useBasePath } from '@qr-attendance/web-kit';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Card from 'antd/es/card';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { links } from '../../../shared/links.ts';
import { SectionTitle } from '../../../shared/section-title.tsx';
import type { CameraFailure } from '../camera-failure.ts';
import { ManualForm } from '../components/manual-form.tsx';
import { Viewfinder } from '../components/viewfinder.tsx';
import { scannedPath } from '../scanned-path.ts';

export const ScanPage = () => {
  const { t } = useTranslation('student');
  const to = links(useBasePath());
  const navigate = useNavigate();
  const upright = useMedia('(orientation: portrait)');
  const [scanning, setScanning] = useState(false);
  const [problem, setProblem] = useState<CameraFailure | 'invalid'>();
  const open = (value: string) => {
    const path = scannedPath(value);
    if (path) return void navigate(path);
    setScanning(false);
    setProblem('invalid');
  };
  const start = () => {
    setProblem(undefined);
    setScanning(true);
  };
  const fail = (reason: CameraFailure) => {
    setProblem(reason);
    setScanning(false);
  };
  return (
    <div style={{ maxWidth: 520, marginInline: 'auto' }}>
      <PageHeader
        title={t('scan.title')}
        help={t('scan.help')}
        back={{ to: to.dashboard, label: t('back') }}
      />
      <Card style={{ marginBlockEnd: 16 }}>
        {problem && (
          <Alert
            type="error"
            showIcon
            title={problem === 'invalid' ? t('specified:codeFormatInvalid') : t('specified:scannerFailed')}
            description={problem === 'invalid' ? undefined : t(`scan.failure.${problem}`)}
            style={{ marginBlockEnd: 16 }}
          />
        )}
        {scanning ? (
          <Viewfinder
            // The camera of a phone that is turned gives another picture, which the scanner takes only at its start.
            key={upright ? 'upright' : 'across'}
            onValue={open}
            onFailure={fail}
            onCancel={() => setScanning(false)}
          />
        ) : (
          <Button type="primary" size="large" block icon={<CameraOutlined />} onClick={start}>
            {t('scan.start')}
          </Button>
        )}
      </Card>
      <Card title={<SectionTitle>{t('scan.manual')}</SectionTitle>}>
        <ManualForm onCode={open} />
      </Card>
    </div>
  );
};
