import { randomUUID } from 'node:crypto';
import type { TestServices } from '@qr-attendance/local-stack';

export interface Answer<Body = Record<string, unknown>> {
  status: number;
  body: Body;
}
interface Asked {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Talks to the auth service of a test as a browser would. */
export const makeClient = (services: TestServices) => {
  const send = async <Body = Record<string, unknown>>(
    method: string,
    path: string,
    { token, body, headers = {} }: Asked = {},
  ): Promise<Answer<Body>> => {
    const response = await fetch(services.urls.auth + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text ? JSON.parse(text) : undefined) as Body };
  };

  const registerStudent = async (name = 'Grace Hopper') => {
    const { body } = await send<{ token: string; user: { _id: string } }>('POST', '/api/auth/register', {
      body: {
        name,
        email: `${randomUUID()}@campus.example`,
        password: 'correct horse battery',
        userType: 'STUDENT',
        usn: 'U1',
        regNo: 'R1',
        department: 'Electronics',
        semester: 3,
      },
    });
    return { id: body.user._id, token: body.token };
  };
  return { send, registerStudent };
};
export type Client = ReturnType<typeof makeClient>;
