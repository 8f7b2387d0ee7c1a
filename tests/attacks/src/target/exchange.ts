/** What the system answered. */
export interface Answer<Body = Record<string, unknown>> {
  status: number;
  body: Body;
  headers: Headers;
}

export interface Request {
  token?: string | undefined;
  /** A string is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** One call over HTTP; a body that is no JSON is answered as `{ text }`. */
export const exchange = async <Body = Record<string, unknown>>(
  baseUrl: string,
  method: string,
  path: string,
  { token, body, headers = {} }: Request = {},
): Promise<Answer<Body>> => {
  const response = await fetch(baseUrl + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return {
    status: response.status,
    body: (isJson ? JSON.parse(text) : { text }) as Body,
    headers: response.headers,
  };
};
