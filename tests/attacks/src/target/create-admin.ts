import { randomUUID } from 'node:crypto';
import type { System } from '@qr-attendance/stack';
import { createTestAdmin } from '@qr-attendance/test-kit';
import { cookiesOf, PASSWORD, type People, type Person } from './people.ts';

export const createAdmin = async (
  system: Pick<System, 'databases' | 'publicOrigins'>,
  { must, call }: Pick<People, 'must' | 'call'>,
): Promise<Person> => {
  const [name, email] = ['Adam Admin', `${randomUUID()}@campus.example`];
  const token = await createTestAdmin(system, { name, email });
  await must('POST', '/api/auth/reset-password', { body: { token, password: PASSWORD } });
  const { body, headers } = await call<{ token: string; user: { _id: string } }>('POST', '/api/auth/login', {
    body: { email, password: PASSWORD },
  });
  return { id: body.user._id, name, email, token: body.token, cookie: cookiesOf(headers) };
};
