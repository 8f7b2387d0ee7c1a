import { DomainError } from '@qr-attendance/server';

/** The web servers are in the same cluster, so if a small file takes longer than this, a retry is faster. */
const TIMEOUT_MS = 5_000;

export interface FetchedFile {
  body: Buffer;
  etag: string | null;
}

export const fetchFile = async (url: string): Promise<FetchedFile | undefined> => {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body = Buffer.from(await response.arrayBuffer());
    if (response.status === 404 || response.status === 403) return undefined;
    if (!response.ok) throw new Error(`answered ${response.status}`);
    return { body, etag: response.headers.get('etag') };
  } catch {
    throw new DomainError(
      'unavailable',
      'web_app_unavailable',
      'The web app is unavailable right now. Try again in a moment.',
    );
  }
};
