import type { System } from '@qr-attendance/stack';
import type { Student } from '../world/people.ts';
import { signInYesterday } from './hall.ts';

const LEFT_BY = 50;

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** Signs some students in at other browsers, and returns what an attacker finds there: the cookies of limits. */
export const leaveCookies = async (system: System, url: string, students: Student[]): Promise<string[]> => {
  const cookies: string[] = [];
  for (const { refresh } of await signInYesterday(system, students.slice(0, LEFT_BY), 0)) {
    if (!refresh) continue;
    const cookie = `qr_refresh=${refresh.token}; qr_refresh_browser=${refresh.browser}`;
    const headers = { cookie, 'x-requested-with': 'qr-attendance' };
    const renewed = await fetch(`${url}/api/auth/refresh`, { method: 'POST', headers });
    const { token } = (await renewed.json()) as { token: string };
    const visited = await fetch(`${url}/api/courses`, { headers: { authorization: `Bearer ${token}` } });
    cookies.push(cookiesOf(visited));
  }
  return cookies;
};
