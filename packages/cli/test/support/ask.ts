import { expect } from '@jest/globals';
import type { ServiceName, ServiceUrls } from '@qr-attendance/stack';

/** Calls services directly, without a gateway; every answer must be a success. */
export const createAsker =
  (urls: ServiceUrls) =>
  async <Body = never>(
    service: ServiceName,
    method: string,
    path: string,
    { token, body }: { token?: string; body?: unknown } = {},
  ): Promise<Body> => {
    const response = await fetch(urls[service] + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Body;
    expect({ path, ok: response.ok, answer }).toMatchObject({ ok: true });
    return answer;
  };
export type Ask = ReturnType<typeof createAsker>;
