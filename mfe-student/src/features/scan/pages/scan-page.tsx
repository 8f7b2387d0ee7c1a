import { CameraOutlined } from '@ant-design/icons';
import { BURST_SEQUENCE } from '@qr-attendance/contracts';
import { Button, LoadingState, Notice, PageHeader, Card, useMedia } from '@qr-attendance/ui-kit';
import { ApiError, isTransient, messageOf, scannedCode, scannedPath } from '@qr-attendance/web-kit';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useNavigationType, useSearchParams } from 'react-router';
import { useLinks } from '../../../shared/use-links.ts';
import type { CameraFailure } from '../camera-failure.ts';
import { useBurstScan } from '../burst/use-burst-scan.ts';
import { ManualForm } from '../components/manual-form.tsx';
import { Viewfinder } from '../components/viewfinder.tsx';

/** False in browsers that cannot answer, such as older versions of Firefox. */
const isCameraAllowed = async (): Promise<boolean> => {
  try {
    return (await navigator.permissions.query({ name: 'camera' as PermissionName })).state === 'granted';
  } catch {
    return false;
  }
};

/** Error codes for which this page has its own text. */
const refusals = ['burst_sequence_implausible', 'burst_sequence_late', 'invalid_code'] as const;

/** Represents codes that contain only blanks or dots. */
const FOREIGN = '?';

const useShouldOpenCamera = (): boolean => {
  const [params] = useSearchParams();
  return useNavigationType() === 'PUSH' || params.get('camera') === 'open';
};

export const ScanPage = () => {
  const { t } = useTranslation('student');
  const to = useLinks();
  const navigate = useNavigate();
  const isLive = useSearchParams()[0].has('live');
  const upright = useMedia('(orientation: portrait)');
  const [scanning, setScanning] = useState(false);
  const [cameraId, setCameraId] = useState<string>();
  const [problem, setProblem] = useState<CameraFailure | 'invalid'>();
  const [refusal, setRefusal] = useState<unknown>();
  const refusalOf = (error: unknown): string => {
    if (isTransient(error)) return t('scan.live.refusal.unreachable');
    const code = refusals.find((known) => error instanceof ApiError && error.code === known);
    return code ? t(`scan.live.refusal.${code}`) : messageOf(error, t('scan.live.refusal.invalid_code'));
  };
  const live = useBurstScan({ onScanned: (path) => void navigate(path), onRefused: setRefusal });
  const open = (value: string) => {
    const path = scannedPath(value);
    if (path) {
      live.reset();
      return void navigate(path);
    }
    setScanning(false);
    setProblem('invalid');
  };
  const read = (value: string, at: number): 'more' | undefined => {
    const isEnough = live.see(scannedCode(value) ?? '', at);
    // The marking page shows the error for all foreign codes, even those without a path.
    if (isEnough === undefined) open(scannedPath(value) ? value : FOREIGN);
    else if (!isEnough) return 'more';
    else setScanning(false);
    return undefined;
  };
  const start = () => {
    setProblem(undefined);
    setRefusal(undefined);
    live.reset();
    setScanning(true);
  };
  const startIfAllowed = useEffectEvent(start);
  const [shouldOpenCamera] = useState(useShouldOpenCamera());
  useEffect(() => {
    let isHere = true;
    if (shouldOpenCamera)
      void isCameraAllowed().then((allowed) => {
        if (allowed && isHere) startIfAllowed();
      });
    return () => {
      isHere = false;
    };
  }, [shouldOpenCamera]);
  const fail = (reason: CameraFailure) => {
    setProblem(reason);
    setScanning(false);
  };
  return (
    <div className="narrow">
      <PageHeader
        title={t('scan.title')}
        help={t('scan.help')}
        back={{ to: to.dashboard, label: t('back') }}
      />
      <div className="stack">
        {problem && (
          <Notice
            type="error"
            title={problem === 'invalid' ? t('specified:codeFormatInvalid') : t('specified:scannerFailed')}
            description={problem === 'invalid' ? undefined : t(`scan.failure.${problem}`)}
          />
        )}
        {refusal !== undefined && (
          <Notice type="error" title={t('scan.live.failed')} description={refusalOf(refusal)} />
        )}
        {isLive && refusal === undefined && (
          <Notice type="info" role="status" title={t('scan.live.why')} description={t('scan.live.how')} />
        )}
        <Card>
          {live.isSending ? (
            <LoadingState />
          ) : scanning ? (
            <Viewfinder
              // Rotating a phone changes the picture, and the scanner reads its size only at the start.
              key={`${upright ? 'upright' : 'across'} ${cameraId}`}
              cameraId={cameraId}
              hint={
                live.found > 0
                  ? t('scan.live.reading', { found: live.found, of: BURST_SEQUENCE.codes })
                  : undefined
              }
              onValue={read}
              onFailure={fail}
              onOtherCamera={setCameraId}
              onCancel={() => setScanning(false)}
            />
          ) : (
            <Button
              name="start-camera"
              type="primary"
              size="large"
              block
              icon={<CameraOutlined aria-hidden />}
              onClick={start}
            >
              {t('scan.start')}
            </Button>
          )}
        </Card>
        <Card>
          <h2 className="title below">{t('scan.manual')}</h2>
          <ManualForm onCode={open} />
        </Card>
      </div>
    </div>
  );
};
