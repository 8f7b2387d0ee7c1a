import type { Attack } from '../attack.ts';
import { decodingProxy, publicPaths, ambiguousPathCheck } from '../defenses/gateway.ts';
import { internalToken } from '../defenses/packages.ts';
import { sendRaw } from '../target/raw-request.ts';

export const doorAttacks: Attack[] = [
  {
    name: 'an internal route requested through the gateway',
    defenses: [publicPaths, internalToken],
    attempt: async ({ teacher, call }) => {
      const victim = await teacher();
      return (await call('GET', `/internal/users/${victim.id}`)).status === 200;
    },
  },
  ...['..%2f..%2finternal', '%2e%2e/%2e%2e/internal', '..%5c..%5cinternal', './/../../../internal'].map(
    (way): Attack => ({
      name: `an internal route behind a disguised path (/api/auth/${way})`,
      defenses: [ambiguousPathCheck, decodingProxy, internalToken],
      attempt: async ({ teacher, url }) => {
        const victim = await teacher();
        const path = `/api/auth/${way}/users/${victim.id}`;
        const text = `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
        return (await sendRaw(url, text)).status === 200;
      },
    }),
  ),
];
