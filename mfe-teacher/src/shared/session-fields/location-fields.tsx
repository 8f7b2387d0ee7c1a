import { LOCATION_RADIUS } from '@qr-attendance/contracts';
import { Button, Notice } from '@qr-attendance/ui-kit';
import Form from 'antd/es/form';
import InputNumber from 'antd/es/input-number';
import Switch from 'antd/es/switch';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { DevicePosition } from './use-device-position.ts';

const PositionNote = ({ position, onRetry }: { position: DevicePosition; onRetry: () => void }) => {
  const { t } = useTranslation('teacher');
  switch (position.state) {
    case 'off':
      return null;
    case 'locating':
      return <Notice role="status" type="info" title={t('generate.locating')} />;
    case 'kept':
      return (
        <Notice
          role="status"
          type="info"
          title={t('change.placeKept')}
          action={<Button onClick={onRetry}>{t('change.placeHere')}</Button>}
        />
      );
    case 'known': {
      const accuracy = Math.max(1, Math.round(position.accuracy));
      return <Notice role="status" type="success" title={t('generate.located', { accuracy })} />;
    }
    case 'unsupported':
      return <Notice type="error" title={t('specified:locationUnsupported')} />;
    case 'failed':
      return (
        <Notice
          type="error"
          title={t('specified:locationFailed', { message: position.reason })}
          description={t(`generate.locationHint.${position.why}`)}
          action={<Button onClick={onRetry}>{t('common:retry')}</Button>}
        />
      );
  }
};

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
