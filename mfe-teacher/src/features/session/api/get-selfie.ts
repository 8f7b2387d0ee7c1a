import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useEffect, useState } from 'react';

export type SelfieState =
  | { state: 'loading' }
  /** The URL is revoked when the picture is no longer shown. */
  | { state: 'there'; url: string }
  | { state: 'failed'; error: unknown };

/** Selfies are not cached, so that a face stays in memory only while it is shown. */
export const useSelfie = (markId: string, picture: '1' | '2'): SelfieState => {
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
