export interface Answer<Body = Record<string, unknown>> {
  status: number;
  body: Body;
  headers: Headers;
}

export const call = async <Body = Record<string, unknown>>(
  baseUrl: string,
  method: string,
  path: string,
  { token, body, headers = {} }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer<Body>> => {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const answered: unknown = text === '' ? undefined : JSON.parse(text);
  return { status: response.status, body: answered as Body, headers: response.headers };
};

export const nextPage = (headers: Headers): string | undefined =>
  /<([^<>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
