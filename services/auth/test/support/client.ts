import { randomUUID } from 'node:crypto';
import type { Profile, User } from '@qr-attendance/contracts';
import {
  call,
  createTestAdmin,
  PASSWORD,
  type Answer as PlainAnswer,
  type CallRequest,
  type TestServices,
} from '@qr-attendance/test-kit';
import pg from 'pg';

export { PASSWORD };

export interface Answer<Body = Record<string, unknown>> extends PlainAnswer<Body> {
  cookies: Record<string, string>;
}
export interface SignInAnswer {
  token: string;
  user: User;
  profile: Profile;
}

const cookiesOf = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    headers.getSetCookie().map((cookie) => {
      const [pair = ''] = cookie.split(';');
      return [pair.slice(0, pair.indexOf('=')), pair];
    }),
  );

/** Headers that cross-site pages cannot send. */
export const REFRESH = { 'x-requested-with': 'qr-attendance' };

export const createClient = (services: TestServices) => {
  const send = async <Body = Record<string, unknown>>(
    method: string,
    path: string,
    request: CallRequest = {},
  ): Promise<Answer<Body>> => {
    const answer = await call<Body>(services.urls.auth, method, path, request);
    return { ...answer, cookies: cookiesOf(answer.headers) };
  };

  const register = async (form: Record<string, unknown> = {}) => {
    const email = `${randomUUID()}@campus.example`;
    const answer = await send<SignInAnswer>('POST', '/api/auth/register', {
      body: {
        name: 'Grace Hopper',
        email,
        password: PASSWORD,
        userType: 'STUDENT',
        usn: 'U1',
        regNo: 'R1',
        department: 'Electronics',
        semester: 3,
        ...form,
      },
    });
    return { ...answer, email, token: answer.body.token, id: answer.body.user?._id };
  };
  const registerTeacher = (form: Record<string, unknown> = {}) =>
    register({ name: 'Ada Lovelace', userType: 'TEACHER', employeeId: 'E1', ...form });
  const registerStudent = async (name = 'Grace Hopper') => {
    const { id, token, email, cookies } = await register({ name });
    return { id, token, email, cookies };
  };

  const signIn = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
    send<SignInAnswer>('POST', '/api/auth/login', { body: { email, password }, headers });
  const refresh = (cookies: Record<string, string>) =>
    send<{ token: string }>('POST', '/api/auth/refresh', {
      headers: { ...REFRESH, cookie: Object.values(cookies).join('; ') },
    });

  const query = async <Row extends pg.QueryResultRow>(
    sql: string,
    values: unknown[] = [],
  ): Promise<Row[]> => {
    const database = new pg.Client({ connectionString: services.databases.auth });
    await database.connect();
    const { rows } = await database.query<Row>(sql, values).finally(() => database.end());
    return rows;
  };

  const createAdmin = async (email = `${randomUUID()}@campus.example`): Promise<string> => {
    const token = await createTestAdmin(services, { name: 'Alan Turing', email });
    await send('POST', '/api/auth/reset-password', { body: { token, password: PASSWORD } });
    return email;
  };
  const makeAdmin = async () => {
    const email = await createAdmin();
    const { body, cookies } = await signIn(email);
    return { id: body.user._id, token: body.token, email, cookies };
  };
  /** Returns an access token of a sign-in whose proof is an hour old. */
  const tokenWithoutProof = async ({ id, cookies }: { id: string; cookies: Record<string, string> }) => {
    const proved = "UPDATE refresh_tokens SET proved_at = now() - interval '1 hour' WHERE user_id = $1";
    await query(proved, [id]);
    return (await refresh(cookies)).body.token;
  };
  const confirmPassword = (token: string, body: unknown = { password: PASSWORD }) =>
    send<{ token: string; freshUntil: string }>('POST', '/api/auth/confirm-password', { token, body });
  const countAsVerified = async (email: string): Promise<void> => {
    await query('UPDATE users SET email_verified = true WHERE email = $1', [email]);
  };
  return {
    send,
    countAsVerified,
    register,
    registerTeacher,
    registerStudent,
    signIn,
    refresh,
    query,
    tokenWithoutProof,
    confirmPassword,
    createAdmin,
    makeAdmin,
  };
};
export type Client = ReturnType<typeof createClient>;
