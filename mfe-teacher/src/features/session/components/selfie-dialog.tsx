import { SELFIE, type AttendanceRecord } from '@qr-attendance/contracts';
import { Dialog } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Skeleton from 'antd/es/skeleton';
import { useTranslation } from 'react-i18next';
import { useSelfie } from '../api/get-selfie.ts';

const { width, height } = SELFIE;
const frame = { width, maxWidth: '100%', aspectRatio: `${width} / ${height}` };

export const SelfieDialog = ({ mark, onClose }: { mark: AttendanceRecord; onClose: () => void }) => {
  const { t } = useTranslation('teacher');
  const selfie = useSelfie(mark._id);
  return (
    <Dialog
      title={t('selfie.of', { name: mark.student.name })}
      onClose={onClose}
      buttons={<Button onClick={onClose}>{t('selfie.close')}</Button>}
    >
      {selfie.state === 'failed' ? (
        <Alert type="error" showIcon title={messageOf(selfie.error, t('selfie.failed'))} />
      ) : (
        <div style={frame}>
          {selfie.state === 'loading' ? (
            <Skeleton.Node active style={{ ...frame, height: 'auto' }} />
          ) : (
            <img
              src={selfie.url}
              alt={t('selfie.of', { name: mark.student.name })}
              style={{ ...frame, display: 'block', borderRadius: 8, objectFit: 'cover' }}
            />
          )}
        </div>
      )}
    </Dialog>
  );
};
