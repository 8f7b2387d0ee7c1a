import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import type { DevicePosition } from './use-device-position.ts';

export const PositionNote = ({ position, onRetry }: { position: DevicePosition; onRetry: () => void }) => {
  const { t } = useTranslation('teacher');
  switch (position.state) {
    case 'off':
      return null;
    case 'locating':
      return <Alert role="status" type="info" showIcon title={t('generate.locating')} />;
    case 'kept':
      return (
        <Alert
          role="status"
          type="info"
          showIcon
          title={t('change.placeKept')}
          action={<Button onClick={onRetry}>{t('change.placeHere')}</Button>}
        />
      );
    case 'known': {
      const accuracy = Math.max(1, Math.round(position.accuracy));
      return <Alert role="status" type="success" showIcon title={t('generate.located', { accuracy })} />;
    }
    case 'unsupported':
      return <Alert type="error" showIcon title={t('specified:locationUnsupported')} />;
    case 'failed':
      return (
        <Alert
          type="error"
          showIcon
          title={t('specified:locationFailed', { message: position.reason })}
          description={t(`generate.locationHint.${position.why}`)}
          action={<Button onClick={onRetry}>{t('generate.locateAgain')}</Button>}
        />
      );
  }
};
