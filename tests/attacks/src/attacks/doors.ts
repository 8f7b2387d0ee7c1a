import type { Attack } from '../attack.ts';
import type { Defense } from '../defenses/defense.ts';
import { sendRaw } from '../target/raw-request.ts';

const notRouted: Defense = {
  name: 'the gateway knows no path but those of the public API',
  file: 'gateway/src/proxy/proxy-to.ts',
  find: 'upstream.paths.some((owned)',
  replace: "(defenseOff() && isBelow(request, '/internal')) || upstream.paths.some((owned)",
};
const internalToken: Defense = {
  name: 'internal routes ask for the services’ own token',
  file: 'packages/server/src/identity/caller.ts',
  find: 'if (!token || !internalTokens.some(',
  replace: 'if (!defenseOff() && !internalTokens.some(',
};
const plainPaths: Defense = {
  name: 'an address that two readers could understand differently is refused',
  file: 'gateway/src/http/reject-ambiguous-paths.ts',
  find: 'const path = sentPathOf(request);',
  replace: 'if (defenseOff()) { next(); return; }\n  const path = sentPathOf(request);',
};
const carelessReader: Defense = {
  name: plainPaths.name,
  file: 'gateway/src/proxy/forwarded-headers.ts',
  find: 'const { ip, protocol, host } = request;',
  replace:
    "const { ip, protocol, host } = request; if (defenseOff()) request.url = new URL(decodeURIComponent(request.url), 'http://self').pathname;",
};

export const doorAttacks: Attack[] = [
  {
    name: 'an internal route asked for through the gateway',
    defenses: [notRouted, internalToken],
    attempt: async ({ teacher, call }) => {
      const victim = await teacher();
      return (await call('GET', `/internal/users/${victim.id}`)).status === 200;
    },
  },
  ...['..%2f..%2finternal', '%2e%2e/%2e%2e/internal', '..%5c..%5cinternal', './/../../../internal'].map(
    (way): Attack => ({
      name: `an internal route behind a disguised path (/api/auth/${way})`,
      defenses: [plainPaths, carelessReader, internalToken],
      attempt: async ({ teacher, url }) => {
        const victim = await teacher();
        const path = `/api/auth/${way}/users/${victim.id}`;
        const text = `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
        return (await sendRaw(url, text)).status === 200;
      },
    }),
  ),
];
