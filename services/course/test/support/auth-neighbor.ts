import { routes } from '@qr-attendance/contracts';
import type { UserChanged } from '@qr-attendance/contracts/events';
import { createLogger } from '@qr-attendance/observability';
import {
  closeServer,
  createApp,
  implement,
  listen,
  createAuthorize,
  invalid,
  notFound,
} from '@qr-attendance/server';

export const startAuthNeighbor = async (internalToken: string) => {
  const users = new Map<string, UserChanged>();
  let lists = 0;
  const app = createApp({
    log: createLogger('auth-neighbor', 'silent'),
    authorize: createAuthorize({ publicKeys: new Map(), internalTokens: [internalToken] }),
    ready: {},
    routes: [
      implement(routes.auth.getUserInternal, ({ params }) => {
        const user = users.get(params.id);
        if (!user) throw notFound('User');
        return user;
      }),
      implement(routes.auth.listUsersInternal, ({ body }) => {
        lists += 1;
        return body.ids.flatMap((id) => users.get(id) ?? []);
      }),
      implement(routes.auth.putPeopleInternal, () => {
        throw invalid('people', 'This neighbor accepts no people.');
      }),
    ],
  });
  const { server, port } = await listen(app, { host: '127.0.0.1', port: 0 });
  return {
    url: `http://127.0.0.1:${port}`,
    users,
    listsAsked: () => lists,
    close: () => closeServer(server, 1_000),
  };
};
