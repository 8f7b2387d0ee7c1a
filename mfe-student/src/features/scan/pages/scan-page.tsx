import { CameraOutlined } from '@ant-design/icons';
import { PageHeader, useMedia } from '@qr-attendance/ui-kit';
import { scannedPath, useBasePath } from '@qr-attendance/web-kit';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Card from 'antd/es/card';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useNavigationType, useSearchParams } from 'react-router-dom';
import { links } from '../../../shared/links.ts';
import { SectionTitle } from '../../../shared/section-title.tsx';
import { cameraIsAllowed } from '../camera-permission.ts';
import type { CameraFailure } from '../camera-failure.ts';
import { ManualForm } from '../components/manual-form.tsx';
import { Viewfinder } from '../components/viewfinder.tsx';

/**
 * Whether *Scan* was pressed: a link of the app, or the shortcut on the home screen. Who reloads the page or goes back to
 * it did not ask for the camera.
 */
const useIsCalled = (): boolean => {
  const [params] = useSearchParams();
  return useNavigationType() === 'PUSH' || params.get('camera') === 'open';
};

export const ScanPage = () => {
  const { t } = useTranslation('student');
  const to = links(useBasePath());
  const navigate = useNavigate();
  const upright = useMedia('(orientation: portrait)');
  const [scanning, setScanning] = useState(false);
  const [cameraId, setCameraId] = useState<string>();
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
  const startIfAllowed = useEffectEvent(start);
  const [isCalled] = useState(useIsCalled());
  useEffect(() => {
    let isHere = true;
    if (isCalled)
      void cameraIsAllowed().then((allowed) => {
        if (allowed && isHere) startIfAllowed();
      });
    return () => {
      isHere = false;
    };
  }, [isCalled]);
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
            key={`${upright ? 'upright' : 'across'} ${cameraId}`}
            cameraId={cameraId}
            onValue={open}
            onFailure={fail}
            onOtherCamera={setCameraId}
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
