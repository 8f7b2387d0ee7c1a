import { BulbOutlined, SwapOutlined } from '@ant-design/icons';
import { Button } from '@qr-attendance/ui-kit';
import { useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CameraFailure } from '../camera-failure.ts';
import './viewfinder.css';
import { openScanner, type Scanner } from '../open-scanner.ts';
import type { Zoom } from '../camera-controls.ts';

interface Options {
  cameraId: string | undefined;
  onValue: (value: string, at: number) => 'more' | undefined;
  onFailure: (failure: CameraFailure) => void;
}

/** A layout effect, because only its cleanup runs before React removes the element from the document. */
const useScanner = (options: Options) => {
  const host = useRef<HTMLDivElement>(null);
  const [scanner, setScanner] = useState<Scanner>();
  const [cameraId] = useState(options.cameraId);
  const onValue = useEffectEvent(options.onValue);
  const onFailure = useEffectEvent(options.onFailure);
  useLayoutEffect(() => {
    if (!host.current) return;
    const events = {
      onReady: setScanner,
      onValue: (value: string, at: number) => onValue(value, at),
      onFailure: (failure: CameraFailure) => onFailure(failure),
    };
    return openScanner(host.current, events, cameraId);
  }, [cameraId]);
  return { host, scanner };
};

interface Props {
  cameraId: string | undefined;
  hint?: string | undefined;
  onValue: (value: string, at: number) => 'more' | undefined;
  onFailure: (failure: CameraFailure) => void;
  onOtherCamera: (cameraId: string) => void;
  onCancel: () => void;
}

export const Viewfinder = ({ cameraId, hint, onValue, onFailure, onOtherCamera, onCancel }: Props) => {
  const { t } = useTranslation('student');
  const { host, scanner } = useScanner({ cameraId, onValue, onFailure });
  const [lit, setLit] = useState(false);
  const setTorch = scanner?.setTorch;
  const otherCamera = scanner?.otherCamera;
  const toggleTorch = async () => {
    await setTorch?.(!lit).then(
      () => setLit(!lit),
      () => undefined,
    );
  };
  return (
    <div className="stack">
      <p role="status" className="flush center">
        {scanner ? (hint ?? t('scan.hint')) : t('scan.starting')}
      </p>
      <div
        ref={host}
        role="img"
        aria-label={t('scan.viewfinder')}
        className="viewfinder"
        style={{ aspectRatio: scanner?.aspectRatio ?? 4 / 3 }}
      />
      {scanner?.zoom && <ZoomField zoom={scanner.zoom} />}
      <div className="row">
        {setTorch && (
          <Button size="large" icon={<BulbOutlined aria-hidden />} onClick={toggleTorch} className="fill">
            {lit ? t('scan.torchOff') : t('scan.torchOn')}
          </Button>
        )}
        {otherCamera !== undefined && (
          <Button
            size="large"
            icon={<SwapOutlined aria-hidden />}
            onClick={() => onOtherCamera(otherCamera)}
            className="fill"
          >
            {t('scan.otherCamera')}
          </Button>
        )}
        <Button size="large" onClick={onCancel} className="fill">
          {t('common:cancel')}
        </Button>
      </div>
    </div>
  );
};

const ZoomField = ({ zoom }: { zoom: Zoom }) => {
  const { t } = useTranslation('student');
  const id = useId();
  const [value, setValue] = useState(zoom.value);
  const change = (next: number) => {
    setValue(next);
    zoom.set(next).catch(() => undefined);
  };
  return (
    <div className="zoom-field">
      <label htmlFor={id}>{t('scan.zoom')}</label>
      <input
        id={id}
        type="range"
        min={zoom.min}
        max={zoom.max}
        step={zoom.step}
        value={value}
        onChange={({ target }) => change(Number(target.value))}
      />
    </div>
  );
};
