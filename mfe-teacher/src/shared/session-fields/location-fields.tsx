import { LOCATION_RADIUS } from '@qr-attendance/contracts';
import Form from 'antd/es/form';
import InputNumber from 'antd/es/input-number';
import Switch from 'antd/es/switch';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { DevicePosition } from './use-device-position.ts';
import { PositionNote } from './position-note.tsx';

interface Props {
  position: DevicePosition;
  onLocate: () => void;
  onForget: () => void;
}

export const LocationFields = ({ position, onLocate, onForget }: Props) => {
  const { t } = useTranslation('teacher');
  const id = useId();
  const { min, max } = LOCATION_RADIUS;
  const on = position.state !== 'off';
  return (
    <div className="below-lg">
      <div className="line">
        <Switch id={id} checked={on} onChange={(checked) => (checked ? onLocate() : onForget())} />
        <label htmlFor={id}>
          <span className="block">{t('generate.requireLocation')}</span>
          <span className="muted small">{t('generate.requireLocationHelp')}</span>
        </label>
      </div>
      {on && (
        <div className="above">
          <Form.Item
            name="locationRadius"
            label={t('generate.radius')}
            rules={[
              { required: true, type: 'number', min, max, message: t('generate.radiusRange', { min, max }) },
            ]}
          >
            <InputNumber inputMode="numeric" precision={0} className="field-width" />
          </Form.Item>
          <PositionNote position={position} onRetry={onLocate} />
        </div>
      )}
    </div>
  );
};
