import { createHmac } from 'node:crypto';
import type { Attack } from '../attack.ts';
import { accessTokenRevocation, customHeader } from '../defenses/auth.ts';
import { tokenSignature } from '../defenses/packages.ts';
import { cookiesOf } from '../target/people.ts';
import type { Target } from '../target/start-target.ts';

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const readPart = (token: string, index: number) =>
  JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString()) as Record<string, unknown>;

const forge = async (
  { student, teacher, call }: Target,
  algorithm: string,
  sign: (signed: string) => string,
): Promise<boolean> => {
  const [attacker, victim] = [await student(), await teacher()];
  const { kid } = readPart(attacker.token, 0);
  const claims = { ...readPart(attacker.token, 1), sub: victim.id, userType: 'TEACHER', name: victim.name };
  const signed = `${base64url({ alg: algorithm, typ: 'JWT', kid })}.${base64url(claims)}`;
  const { status, body } = await call<{ user?: { _id: string } }>('GET', '/api/auth/me', {
    token: `${signed}.${sign(signed)}`,
  });
  return status === 200 && body.user?._id === victim.id;
};

export const tokenAttacks: Attack[] = [
  {
    name: 'an access token without a signature (alg: none)',
    defenses: [tokenSignature],
    attempt: (target) => forge(target, 'none', () => ''),
  },
  {
    name: 'an access token signed with the public key as a shared secret (key confusion)',
    defenses: [tokenSignature],
    attempt: (target) =>
      forge(target, 'HS256', (signed) =>
        createHmac('sha256', target.system.secrets.accessToken.publicKeys).update(signed).digest('base64url'),
      ),
  },
  {
    name: 'an access token used after its sign-in was recognized as stolen',
    defenses: [accessTokenRevocation],
    attempt: async ({ teacher, call }) => {
      const { cookie } = await teacher();
      const renew = (shown: string) =>
        call<{ token: string }>('POST', '/api/auth/refresh', {
          headers: { cookie: shown, 'x-requested-with': 'qr-attendance' },
        });
      const stolen = await renew(cookie);
      const { token } = (await renew(cookiesOf(stolen.headers))).body;
      const again = await renew(cookie);
      if (again.status !== 401) throw new Error(`a token seen twice was answered ${again.status}`);
      return (await call('GET', '/api/auth/me', { token })).status === 200;
    },
  },
  {
    name: 'a page of another site that makes the browser send the refresh cookie (CSRF)',
    defenses: [customHeader],
    attempt: async ({ teacher, call }) => {
      const { cookie } = await teacher();
      const { status } = await call('POST', '/api/auth/refresh', {
        headers: { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      });
      return status === 200;
    },
  },
];
