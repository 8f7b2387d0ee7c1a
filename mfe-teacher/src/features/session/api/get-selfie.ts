import { routes } from '@qr-attendance/contracts';
import { useApi } from '@qr-attendance/web-kit';
import { useEffect, useState } from 'react';

export type SelfieState =
  | { state: 'loading' }
  /** `url` is good while the picture is on the page. */
  | { state: 'there'; url: string }
  | { state: 'failed'; error: unknown };

/** One of the two pictures of a selfie. Not cached: a face stays in memory only while somebody looks at it. */
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
