import { DomainError } from '@qr-attendance/server';

/** Within a cluster; if a file of some kilobytes takes longer, it is better to try again. */
const TIMEOUT_MS = 5_000;

export interface FetchedFile {
  body: Buffer;
  etag: string | null;
}

/**
 * A file of a web server of ours; undefined where it has none by that name.
 * @throws DomainError (unavailable) when the server does not answer, or not with a file
 */
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
