export interface Answer<Body = Record<string, unknown>> {
  status: number;
  body: Body;
  headers: Headers;
}

export interface CallRequest {
  token?: string | undefined;
  /** Text is sent unchanged, because signatures cover the exact bytes. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | null;
}

export const call = async <Body = Record<string, unknown>>(
  baseUrl: string,
  method: string,
  path: string,
  { token, body, headers = {}, signal = null }: CallRequest = {},
): Promise<Answer<Body>> => {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    signal,
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  const answered: unknown = text === '' ? undefined : isJson ? JSON.parse(text) : text;
  return { status: response.status, body: answered as Body, headers: response.headers };
};

export const nextPage = (headers: Headers): string | undefined =>
  /<([^<>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
