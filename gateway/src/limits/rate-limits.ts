import { composeMiddleware } from '@qr-attendance/server';
import type { RequestHandler, Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { clientOf, type Client } from '../clients/identify.ts';
import type { GatewayConfig } from '../config.ts';
import { answeredBy } from '../proxy/answered-by.ts';
import { limitJudgedAnswers } from './judged-answers.ts';
import { refuseLater, refuseTooMany, type CountRefused, type LimitCounters } from './refuse.ts';
import { createTurns, type Turns } from './turns.ts';

/** Additional share of a limit for scans, marks and renewals only. */
const RESERVED_SHARE = 0.25;
const WRONG_SHARE_PER_CLIENT = 0.01;
const TELEMETRY_SHARE_PER_CLIENT = 0.05;

interface RateLimit {
  take: (key: string) => Promise<number | undefined>;
  turns?: Turns;
  onRefused: CountRefused;
}
type Counted = [limit: RateLimit, key: string];
type CreateTurns = (name: string, most: number) => Turns;

const createRateLimit = (most: number, windowSeconds: number, onRefused: CountRefused): RateLimit => {
  const counts = new RateLimiterMemory({ points: most, duration: windowSeconds });
  return {
    take: async (key) => {
      try {
        await counts.consume(key);
        return undefined;
      } catch (error) {
        if (error instanceof RateLimiterRes) return error.msBeforeNext;
        throw error;
      }
    },
    onRefused,
  };
};

const chooseLimits = (
  config: GatewayConfig,
  refused: LimitCounters['refused'],
  createTurnsFor: CreateTurns,
): ((client: Client) => Counted[]) => {
  const limit = (name: string, most: number): RateLimit =>
    createRateLimit(Math.ceil(most), config.RATE_LIMIT_WINDOW_SECONDS, refused(name));
  const limitInTurn = (name: string, most: number): RateLimit => ({
    ...limit(name, most),
    turns: createTurnsFor(name, Math.ceil(most)),
  });
  const client = limit('client', config.RATE_LIMIT_CLIENT);
  const clientReserved = limit('client_reserved', config.RATE_LIMIT_CLIENT * RESERVED_SHARE);
  const address = limitInTurn('address', config.RATE_LIMIT_ADDRESS);
  const reserved = config.RATE_LIMIT_ADDRESS * RESERVED_SHARE;
  const addressBy = {
    scan: limitInTurn('address_scan', reserved),
    mark: limitInTurn('address_mark', reserved),
    renewal: limitInTurn('address_renewal', reserved),
    sign_in: limitInTurn('address_sign_in', reserved),
  };
  const total = limitInTurn('address_total', config.RATE_LIMIT_ADDRESS_TOTAL);
  const receipts = limitInTurn('receipts', config.RATE_LIMIT_RECEIPTS);
  // Rejected client telemetry is lost, which harms nobody.
  const telemetry = limit('telemetry', config.RATE_LIMIT_TELEMETRY);
  const telemetryClient = limit('telemetry_client', config.RATE_LIMIT_TELEMETRY * TELEMETRY_SHARE_PER_CLIENT);

  const ofPath = ({ path, person, address: from }: Client): Counted[] => {
    if (path === '/api/attendance/receipts/check') return [[receipts, from]];
    if (path !== '/api/reports') return [];
    return person === undefined
      ? [[telemetry, from]]
      : [
          [telemetryClient, person],
          [telemetry, from],
        ];
  };
  const ofKnown = (person: string, { kind, address: from }: Client): Counted[] =>
    kind === 'scan' || kind === 'mark' || kind === 'renewal'
      ? [[clientReserved, person]]
      : [
          [client, person],
          [total, from],
        ];
  const ofUnknown = ({ kind, address: from, credential }: Client): Counted[] => {
    const counted: Counted[] =
      kind === undefined || kind === 'stream'
        ? [
            [address, from],
            [total, from],
          ]
        : [[addressBy[kind], from]];
    return credential === undefined ? counted : [[client, `${from} ${credential}`], ...counted];
  };
  // A request that a narrow limit rejects must not count toward a limit shared with other requests.
  return (of) => [...ofPath(of), ...(of.person === undefined ? ofUnknown(of) : ofKnown(of.person, of))];
};

const isRegistration = ({ path }: Client): boolean => path === '/api/auth/register';
const isSignIn = (client: Client): boolean => client.kind === 'sign_in' && !isRegistration(client);
const isAnonymousScan = ({ path }: Client): boolean => path === '/api/sessions/scans';
const unknown = ({ person, address }: Client): string | undefined =>
  person === undefined ? address : undefined;

const isWrongPassword = (response: Response): boolean =>
  answeredBy(response) === 'auth' && response.statusCode === 401;
const isWrongScan = (response: Response): boolean =>
  answeredBy(response) === 'session' && (response.statusCode === 403 || response.statusCode === 404);
const isNewAccount = (response: Response): boolean =>
  answeredBy(response) === 'auth' && response.statusCode === 201;

/**
 * A known client (by a verified token or the cookie of the gateway) has its own bucket and counts toward a
 * generous total of its address; anonymous clients share the bucket of their address. Scans, marks and
 * renewals have a reserved share in both, so that no flood of other requests blocks them. Requests beyond the
 * limit of an account are rejected; beyond the limit of an address they are delayed, because the address may
 * be a whole lecture hall.
 */
export const rateLimits = (config: GatewayConfig, { refused, delayed }: LimitCounters): RequestHandler => {
  const windowSeconds = config.RATE_LIMIT_WINDOW_SECONDS;
  const waiting = { count: 0, max: config.MAX_REQUESTS };
  const createTurnsFor: CreateTurns = (name, most) =>
    createTurns(most, windowSeconds, waiting, delayed(name));
  const limitsOf = chooseLimits(config, refused, createTurnsFor);

  const limitRequests: RequestHandler = async (request, response, next) => {
    const client = clientOf(request);
    for (const [limit, key] of limitsOf(client)) {
      const waitMs = await limit.take(key);
      if (waitMs === undefined) continue;
      const turn = (await limit.turns?.wait(key, response)) ?? 'full';
      if (turn === 'come') continue;
      if (turn === 'left') return;
      limit.onRefused(client.person);
      (client.person === undefined ? refuseLater : refuseTooMany)(response, waitMs);
      return;
    }
    next();
  };
  const judged = (
    name: string,
    most: number,
    {
      byAddress,
      ...options
    }: Pick<Parameters<typeof limitJudgedAnswers>[0], 'keyOf' | 'isCounted' | 'refusal'> & {
      byAddress: boolean;
    },
  ): RequestHandler =>
    limitJudgedAnswers({
      most,
      windowSeconds,
      onRefused: refused(name),
      ...(byAddress && { turns: createTurnsFor(name, most) }),
      ...options,
    });

  const wrongPasswords = {
    isCounted: isWrongPassword,
    refusal: ['too_many_requests', 'Too many sign-ins failed. Please wait a moment and try again.'] as [
      string,
      string,
    ],
  };
  const wrongScans = {
    isCounted: isWrongScan,
    refusal: [
      'too_many_codes',
      'Too many wrong codes came from your network. Please wait a moment and try again.',
    ] as [string, string],
  };
  return composeMiddleware(
    limitRequests,
    judged('wrong_passwords_address', config.RATE_LIMIT_SIGN_IN, {
      ...wrongPasswords,
      keyOf: (client) => (isSignIn(client) ? unknown(client) : undefined),
      byAddress: true,
    }),
    judged('wrong_passwords_client', config.RATE_LIMIT_SIGN_IN_CLIENT, {
      ...wrongPasswords,
      keyOf: (client) => (isSignIn(client) ? client.person : undefined),
      byAddress: false,
    }),
    judged('registration', config.RATE_LIMIT_REGISTRATION, {
      isCounted: isNewAccount,
      refusal: ['too_many_requests', 'Too many accounts are being made. Please wait a moment and try again.'],
      keyOf: (client) => (isRegistration(client) ? client.address : undefined),
      byAddress: true,
    }),
    judged('wrong_scans_address', config.RATE_LIMIT_SCANS, {
      ...wrongScans,
      keyOf: (client) => (isAnonymousScan(client) ? unknown(client) : undefined),
      byAddress: true,
    }),
    judged('wrong_scans_client', Math.ceil(config.RATE_LIMIT_SCANS * WRONG_SHARE_PER_CLIENT), {
      ...wrongScans,
      keyOf: (client) => (isAnonymousScan(client) ? client.person : undefined),
      byAddress: false,
    }),
  );
};
