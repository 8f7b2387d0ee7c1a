import { tokens } from '@qr-attendance/ui-kit';
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
    <div style={{ marginBlockEnd: tokens.marginLG }}>
      <div style={{ display: 'flex', gap: tokens.marginSM, alignItems: 'flex-start' }}>
        <Switch id={id} checked={on} onChange={(checked) => (checked ? onLocate() : onForget())} />
        <label htmlFor={id} style={{ cursor: 'pointer' }}>
          <span style={{ display: 'block' }}>{t('generate.requireLocation')}</span>
          <span style={{ color: tokens.colorTextSecondary, fontSize: tokens.fontSizeSM }}>
            {t('generate.requireLocationHelp')}
          </span>
        </label>
      </div>
      {on && (
        <div style={{ marginBlockStart: tokens.margin }}>
          <Form.Item
            name="locationRadius"
            label={t('generate.radius')}
            rules={[
              { required: true, type: 'number', min, max, message: t('generate.radiusRange', { min, max }) },
            ]}
          >
            <InputNumber inputMode="numeric" precision={0} style={{ width: 160 }} />
          </Form.Item>
          <PositionNote position={position} onRetry={onLocate} />
        </div>
      )}
    </div>
  );
};
