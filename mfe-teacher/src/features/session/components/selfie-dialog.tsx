import {
  knownOrOther,
  routes,
  SELFIE_LIMITS,
  selfiePromptSchema,
  type AttendanceRecord,
} from '@qr-attendance/contracts';
import { Button, Dialog, LoadingState, Notice } from '@qr-attendance/ui-kit';
import { messageOf, useApi } from '@qr-attendance/web-kit';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

type SelfieState =
  | { state: 'loading' }
  /** The URL is revoked when the picture is hidden. */
  | { state: 'there'; url: string }
  | { state: 'failed'; error: unknown };

/** Does not cache selfies, so that a face stays in memory only while it is shown. */
const useSelfie = (markId: string, picture: '1' | '2'): SelfieState => {
  const api = useApi();
  const [selfie, setSelfie] = useState<SelfieState>({ state: 'loading' });
  useEffect(() => {
    const leaving = new AbortController();
    let url: string | undefined;
    const load = async () => {
      try {
        const request = { params: { id: markId }, query: { picture }, signal: leaving.signal };
        const jpeg = await api.file(routes.attendance.getSelfie, request);
        if (leaving.signal.aborted) return;
        url = URL.createObjectURL(jpeg);
        setSelfie({ state: 'there', url });
      } catch (error) {
        if (!leaving.signal.aborted) setSelfie({ state: 'failed', error });
      }
    };
    void load();
    return () => {
      leaving.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [api, markId, picture]);
  return selfie;
};

const { width, height } = SELFIE_LIMITS;

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

export const SelfieDialog = ({ mark, onClose }: { mark: AttendanceRecord; onClose: () => void }) => {
  const { t } = useTranslation('teacher');
  const { selfiePrompt, student } = mark;
  const { name } = student;
  const what = selfiePrompt && t(`selfie.prompt.${knownOrOther(selfiePromptSchema, selfiePrompt)}`);
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
