import { Button, Notice } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import type { DevicePosition } from './use-device-position.ts';

export const PositionNote = ({ position, onRetry }: { position: DevicePosition; onRetry: () => void }) => {
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
          action={<Button onClick={onRetry}>{t('generate.locateAgain')}</Button>}
        />
      );
  }
};
