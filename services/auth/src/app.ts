import { routes } from '@qr-attendance/contracts';
import {
  connectEventBus,
  createApp,
  createPool,
  implementAnnounce,
  makeAuthorise,
  postgresOutbox,
  readPrivateKey,
  readPublicKeys,
  RELAY_CONNECTIONS,
  requestsFor,
  runPeriodically,
  startOutboxRelay,
  usePostgresPool,
  watchBus,
  watchOutbox,
  watchPool,
  type Logger,
  type Metrics,
} from '@qr-attendance/service-kit';
import type { Config } from './config.ts';
import { makeAnnounceNewer, makeAnnouncers } from './data/announce.ts';
import { connectDatabase } from './data/database.ts';
import { makePasskeyChallenges } from './data/passkey-challenges.ts';
import { makePeople } from './data/people.ts';
import { makeRefreshTokens } from './data/refresh-tokens.ts';
import { makeStudentSecurity } from './data/student-security.ts';
import { makeSubscriptions } from './events/subscriptions.ts';
import { makePasskeyRoutes } from './http/passkey-routes.ts';
import { makePersonRoutes } from './http/person-routes.ts';
import { makeRefreshCookie } from './http/refresh-cookie.ts';
import { makeSessionRoutes } from './http/session-routes.ts';
import { makeAddPasskey, makeRemovePasskey } from './use-cases/change-passkeys.ts';
import { makeChangePreferences, makeRegisterDevice, makeSetPin } from './use-cases/change-security.ts';
import { makeIssueTokens } from './use-cases/issue-tokens.ts';
import { makeRegisterPerson } from './use-cases/register-person.ts';
import { makeRevokeRefreshToken, makeRotateRefreshToken } from './use-cases/rotate-refresh-token.ts';
import { makeSignIn } from './use-cases/sign-in.ts';
import { makeStartPasskeyRegistration } from './use-cases/start-passkey-registration.ts';

const HOUR_MS = 3_600_000;

/** Puts the auth service together. */
export const startAuth = async (config: Config, log: Logger, metrics: Metrics) => {
  const authorise = makeAuthorise({
    publicKeys: readPublicKeys('ACCESS_TOKEN_PUBLIC_KEYS', config.ACCESS_TOKEN_PUBLIC_KEYS),
    internalToken: config.INTERNAL_TOKEN,
  });
  const signingKey = readPrivateKey('ACCESS_TOKEN_PRIVATE_KEY', config.ACCESS_TOKEN_PRIVATE_KEY);

  const pool = createPool(config.DATABASE_URL, log, { name: 'auth', max: config.DATABASE_POOL_SIZE });
  watchPool(metrics, 'auth', usePostgresPool(pool));
  const relayPool = createPool(config.DATABASE_URL, log, { name: 'auth relay', max: RELAY_CONNECTIONS });
  watchPool(metrics, 'auth relay', usePostgresPool(relayPool));
  const database = connectDatabase(pool);
  const people = makePeople(database);
  const refreshTokens = makeRefreshTokens(database);
  const challenges = makePasskeyChallenges(database);
  const security = makeStudentSecurity(database);

  const bus = await connectEventBus(config, log);
  const outbox = postgresOutbox(relayPool, { announceNewer: makeAnnounceNewer(database) });
  watchOutbox(metrics, outbox);
  const relay = startOutboxRelay({ store: outbox, bus, log });
  await bus.subscribe('auth', makeSubscriptions({ security }));
  watchBus(metrics, { bus, group: 'auth' });
  const cleaning = runPeriodically(
    'remove expired refresh tokens and passkey challenges',
    async () => {
      const now = new Date();
      await refreshTokens.removeExpired(now);
      await challenges.removeExpired(now);
    },
    HOUR_MS,
    log,
  );

  const issueTokens = makeIssueTokens({
    refreshTokens,
    signingKey,
    accessMinutes: config.ACCESS_TOKEN_MINUTES,
    refreshDays: config.REFRESH_TOKEN_DAYS,
  });
  const securityDeps = { security, relay, pinPepper: config.PIN_PEPPER };
  const passkeyDeps = { people, security, challenges, relay, publicOrigins: config.PUBLIC_ORIGINS };
  const app = createApp({
    log,
    metrics,
    authorise,
    maxRequests: config.MAX_REQUESTS ?? requestsFor(config.DATABASE_POOL_SIZE),
    ready: { database: () => database.$queryRaw`SELECT 1` },
    routes: [
      ...makeSessionRoutes({
        registerPerson: makeRegisterPerson({ people, relay }),
        signIn: makeSignIn({ people }),
        issueTokens,
        rotateRefreshToken: makeRotateRefreshToken({ refreshTokens, people, issueTokens }),
        revokeRefreshToken: makeRevokeRefreshToken({ refreshTokens }),
        cookie: makeRefreshCookie({ secure: config.COOKIE_SECURE }),
      }),
      ...makePersonRoutes({
        findPerson: people.findById,
        changePreferences: makeChangePreferences(securityDeps),
        setPin: makeSetPin(securityDeps),
        registerDevice: makeRegisterDevice(securityDeps),
      }),
      ...makePasskeyRoutes({
        startPasskeyRegistration: makeStartPasskeyRegistration(passkeyDeps),
        addPasskey: makeAddPasskey(passkeyDeps),
        removePasskey: makeRemovePasskey(passkeyDeps),
      }),
      implementAnnounce(routes.auth.announce, makeAnnouncers(database), relay.wake),
    ],
  });

  return {
    app,
    close: async () => {
      await cleaning.stop();
      await relay.stop();
      await bus.close();
      await relayPool.end();
      await database.$disconnect();
    },
  };
};
