import { ScanOutlined } from '@ant-design/icons';
import { PageHeader } from '@qr-attendance/ui-kit';
import { useBasePath } from '@qr-attendance/web-kit';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Card from 'antd/es/card';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { links } from '../../../shared/links.ts';
import { CameraScanner } from '../components/camera-scanner.tsx';
import { ManualCodeForm } from '../components/manual-code-form.tsx';
import type { CameraFailure } from '../camera-failure.ts';
import { scannedPath } from '../scanned-path.ts';

type Problem = CameraFailure | 'invalid';

export const ScanPage = () => {
  const { t } = useTranslation('student');
  const navigate = useNavigate();
  const to = links(useBasePath());
  const [scanning, setScanning] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  const start = () => {
    setProblem(undefined);
    setScanning(true);
  };
  const follow = (value: string) => {
    const path = scannedPath(value);
    if (path) void navigate(path);
    else setProblem('invalid');
  };
  const fail = (failure: CameraFailure) => {
    setScanning(false);
    setProblem(failure);
  };
  return (
    <div style={{ maxWidth: 520, margin: '0 auto' }}>
      <PageHeader
        title={t('scan.title')}
        help={t('scan.help')}
        back={{ to: to.dashboard, label: t('back') }}
      />
      <Card>
        {problem && <ScanProblem problem={problem} />}
        {scanning ? (
          <CameraScanner onScan={follow} onFailure={fail} onCancel={() => setScanning(false)} />
        ) : (
          <Button type="primary" size="large" block icon={<ScanOutlined aria-hidden />} onClick={start}>
            {t('scan.start')}
          </Button>
        )}
      </Card>
      <Card
        style={{ marginBlockStart: 16 }}
        title={<h2 style={{ margin: 0, font: 'inherit' }}>{t('scan.manual')}</h2>}
      >
        <ManualCodeForm onCode={follow} />
      </Card>
    </div>
  );
};

const ScanProblem = ({ problem }: { problem: Problem }) => {
  const { t } = useTranslation('student');
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      style={{ marginBlockEnd: 16 }}
      {...(problem === 'invalid'
        ? { title: t('scan.invalid') }
        : { title: t('scan.cameraFailed'), description: t(`scan.cameraAdvice.${problem}`) })}
    />
  );
};
