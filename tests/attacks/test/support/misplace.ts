import { PASSWORD, type Lesson, type Person } from '../../src/target/people.ts';
import type { Target } from '../../src/target/start-target.ts';

export const misplace = async (
  { call, url }: Target,
  { course }: Lesson,
  { email, token }: Person,
  secrets: string[],
): Promise<void> => {
  const send = (path: string, body: unknown) => call('POST', path, { token, body });
  for (const secret of secrets) {
    await call('GET', `/api/sessions/verify/${encodeURIComponent(secret)}`, { token });
    await call('GET', `/attendance/${encodeURIComponent(secret)}`);
    await call('GET', `/api/sessions?courseId=${encodeURIComponent(secret)}&token=${secret}`, { token });
    await call('GET', '/api/auth/me', {
      token: `${secret}x`,
      headers: { referer: `${url}/attendance/${secret}`, cookie: `qr_refresh=${secret}` },
    });
    await send('/api/auth/login', `{"password":"${secret}"`);
    await send(`/api/courses/${course._id}/enroll`, { secret: secret.repeat(30) });
  }
  await send('/api/auth/register', { email, password: PASSWORD, name: 'x'.repeat(300_000) });
};
