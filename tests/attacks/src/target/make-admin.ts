import { randomUUID } from 'node:crypto';
import { runNode, type System } from '@qr-attendance/stack';
import { PASSWORD, type People, type Person } from './people.ts';

/** An administrator, made by the operator's command, who has chosen a password by its link. */
export const makeAdmin = async ({ databases, publicOrigins }: System, { must }: People): Promise<Person> => {
  const [name, email] = ['Adam Admin', `${randomUUID()}@campus.example`];
  const made = await runNode(
    'services/auth/src/create-admin.ts',
    { DATABASE_URL: databases.auth, PUBLIC_ORIGINS: publicOrigins.join(',') },
    JSON.stringify({ name, email }),
  );
  const token = new URL((JSON.parse(made) as { link: string }).link).hash.slice(1);
  await must('POST', '/api/auth/reset-password', { body: { token, password: PASSWORD } });
  const signedIn = await must<{ token: string; user: { _id: string } }>('POST', '/api/auth/login', {
    body: { email, password: PASSWORD },
  });
  return { id: signedIn.user._id, name, email, token: signedIn.token, cookie: '' };
};
