import { knownOr, SELFIE, selfiePromptSchema, type AttendanceRecord } from '@qr-attendance/contracts';
import { Button, Dialog } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import Alert from 'antd/es/alert';
import Skeleton from 'antd/es/skeleton';
import { useTranslation } from 'react-i18next';
import { useSelfie } from '../api/get-selfie.ts';

const { width, height } = SELFIE;
const frame = { width, maxWidth: '100%', aspectRatio: `${width} / ${height}` };

interface PictureProps {
  markId: string;
  picture: '1' | '2';
  alt: string;
}

const Picture = ({ markId, picture, alt }: PictureProps) => {
  const { t } = useTranslation('teacher');
  const selfie = useSelfie(markId, picture);
  if (selfie.state === 'failed')
    return <Alert type="error" showIcon title={messageOf(selfie.error, t('selfie.failed'))} />;
  return (
    <div style={frame}>
      {selfie.state === 'loading' ? (
        <Skeleton.Node active style={{ ...frame, height: 'auto' }} />
      ) : (
        <img
          src={selfie.url}
          alt={alt}
          style={{ ...frame, display: 'block', borderRadius: 8, objectFit: 'cover' }}
        />
      )}
    </div>
  );
};

/** Shows both pictures and the prompt of the second, so that the teacher can compare them. */
export const SelfieDialog = ({ mark, onClose }: { mark: AttendanceRecord; onClose: () => void }) => {
  const { t } = useTranslation('teacher');
  const { selfiePrompt, student } = mark;
  const { name } = student;
  const what = selfiePrompt && t(`selfie.prompt.${knownOr(selfiePromptSchema, selfiePrompt)}`);
  return (
    <Dialog
      title={t('selfie.of', { name })}
      onClose={onClose}
      buttons={<Button onClick={onClose}>{t('selfie.close')}</Button>}
    >
      <div style={{ display: 'grid', gap: 12 }}>
        <Picture markId={mark._id} picture="1" alt={t('selfie.of', { name })} />
        {what && (
          <>
            <p style={{ margin: 0 }}>{t('selfie.asked', { what })}</p>
            <Picture markId={mark._id} picture="2" alt={t('selfie.secondOf', { name })} />
          </>
        )}
      </div>
    </Dialog>
  );
};
