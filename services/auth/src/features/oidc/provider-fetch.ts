import { ProviderError } from './rules/classify-error.ts';

const MAX_ANSWER_BYTES = 512 * 1_024;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

const readBounded = async (response: Response): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) throw new ProviderError('provider_invalid', 'answer too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

export interface ProviderFetch {
  (url: string, init: RequestInit): Promise<Response>;
  isAllowed: (url: string) => boolean;
}

/**
 * Sends requests to URLs from a provider's metadata. Does not follow redirects.
 * @param allowHttp accepts a provider without TLS on this machine, for development and tests
 */
export const createProviderFetch = ({ allowHttp }: { allowHttp: boolean }): ProviderFetch => {
  const isAllowed = (address: string): boolean => {
    const url = URL.parse(address);
    if (!url) return false;
    return url.protocol === 'https:' || (allowHttp && url.protocol === 'http:' && LOOPBACK.has(url.hostname));
  };
  const request = async (url: string, init: RequestInit): Promise<Response> => {
    if (!isAllowed(url)) throw new ProviderError('provider_invalid', 'an address without HTTPS');
    const response = await fetch(url, { ...init, redirect: 'manual' });
    const { status, statusText, headers } = response;
    const body = await readBounded(response);
    return new Response(body.length > 0 ? body : null, { status, statusText, headers });
  };
  return Object.assign(request, { isAllowed });
};
