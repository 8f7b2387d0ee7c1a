import { knownOr, SELFIE, selfiePromptSchema, type AttendanceRecord } from '@qr-attendance/contracts';
import { Button, Dialog, LoadingState, Notice } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useSelfie } from '../api/get-selfie.ts';

const { width, height } = SELFIE;

interface PictureProps {
  markId: string;
  picture: '1' | '2';
  alt: string;
}

const Picture = ({ markId, picture, alt }: PictureProps) => {
  const { t } = useTranslation('teacher');
  const selfie = useSelfie(markId, picture);
  if (selfie.state === 'failed')
    return <Notice type="error" title={messageOf(selfie.error, t('selfie.failed'))} />;
  return (
    <div className="teacher-selfie" style={{ width, aspectRatio: `${width} / ${height}` }}>
      {selfie.state === 'loading' ? <LoadingState /> : <img src={selfie.url} alt={alt} />}
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
      buttons={<Button onClick={onClose}>{t('common:close')}</Button>}
    >
      <div className="stack gap-sm">
        <Picture markId={mark._id} picture="1" alt={t('selfie.of', { name })} />
        {what && (
          <>
            <p className="flush">{t('selfie.asked', { what })}</p>
            <Picture markId={mark._id} picture="2" alt={t('selfie.secondOf', { name })} />
          </>
        )}
      </div>
    </Dialog>
  );
};
