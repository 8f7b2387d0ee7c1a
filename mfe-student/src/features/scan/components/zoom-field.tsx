import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Zoom } from '../camera-controls.ts';

export const ZoomField = ({ zoom }: { zoom: Zoom }) => {
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
