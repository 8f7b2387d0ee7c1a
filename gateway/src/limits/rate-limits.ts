import { inOrder } from '@qr-attendance/server';
import type { RequestHandler } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { clientOf, type Client } from '../clients/identify.ts';
import type { GatewayConfig } from '../config.ts';
import { refuseLater, refuseTooMany, type CountRefused } from './refuse.ts';
import { limitWrongAnswers } from './wrong-answers.ts';

/** Scans, marks and renewals have this share of a limit for themselves, beside what all else has. */
const RESERVED_SHARE = 0.25;
/** Of what an address may get wrong, a client that is known by itself may get this share wrong. */
const WRONG_SHARE_OF_ONE = 0.01;

interface RateLimit {
  /** Counts a request of `key`. @returns how long to wait, in milliseconds, when it is one too many */
  take: (key: string) => Promise<number | undefined>;
  onRefused: CountRefused;
}
type Counted = [limit: RateLimit, key: string];

const makeRateLimit = (most: number, windowSeconds: number, onRefused: CountRefused): RateLimit => {
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

/** The limits that count a request, by who sent it and what it is for. */
const chooseLimits = (
  config: GatewayConfig,
  limited: (name: string) => CountRefused,
): ((client: Client) => Counted[]) => {
  const limit = (name: string, most: number): RateLimit =>
    makeRateLimit(Math.ceil(most), config.RATE_LIMIT_WINDOW_SECONDS, limited(name));
  const client = limit('client', config.RATE_LIMIT_CLIENT);
  const clientReserved = limit('client_reserved', config.RATE_LIMIT_CLIENT * RESERVED_SHARE);
  const address = limit('address', config.RATE_LIMIT_ADDRESS);
  const reserved = config.RATE_LIMIT_ADDRESS * RESERVED_SHARE;
  const addressBy = {
    scan: limit('address_scan', reserved),
    mark: limit('address_mark', reserved),
    renewal: limit('address_renewal', reserved),
    sign_in: limit('address_sign_in', reserved),
  };
  const total = limit('address_total', config.RATE_LIMIT_ADDRESS_TOTAL);
  const registration = limit('registration', config.RATE_LIMIT_REGISTRATION);
  const receipts = limit('receipts', config.RATE_LIMIT_RECEIPTS);
  const reports = limit('reports', config.RATE_LIMIT_REPORTS);

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
  return (of) => {
    const counted = of.person === undefined ? ofUnknown(of) : ofKnown(of.person, of);
    if (of.path === '/api/auth/register') counted.push([registration, of.address]);
    if (of.path === '/api/attendance/receipts/check') counted.push([receipts, of.address]);
    if (of.path === '/api/reports') counted.push([reports, of.address]);
    return counted;
  };
};

const isSignIn = ({ kind, path }: Client): boolean => kind === 'sign_in' && path !== '/api/auth/register';
const isAnonymousScan = ({ path }: Client): boolean => path === '/api/sessions/scans';
const isOwnScan = (client: Client): boolean => client.kind === 'scan' && !isAnonymousScan(client);
const unknown = ({ person, address }: Client): string | undefined =>
  person === undefined ? address : undefined;

/**
 * Limits, below `/api`. Who is known (by a verified token or the gateway's own cookie) has a bucket of its own and is only
 * counted with its neighbors towards a generous total; all who are not known at one address share that address's.
 * Scans, marks and renewals have a share of their own in both, so that no flood of anything else stops them.
 */
export const rateLimits = (
  config: GatewayConfig,
  limited: (limit: string) => CountRefused,
): RequestHandler => {
  const limitsOf = chooseLimits(config, limited);
  const windowSeconds = config.RATE_LIMIT_WINDOW_SECONDS;

  const wrongPasswords = {
    windowSeconds,
    isWrong: (status: number) => status === 401,
    refusal: ['too_many_requests', 'Too many sign-ins failed. Please wait a moment and try again.'] as [
      string,
      string,
    ],
  };
  const wrongCodes = {
    windowSeconds,
    /** What the session service answers to a code or a scan that is none, or somebody else's. */
    isWrong: (status: number) => status === 403 || status === 404,
    refusal: [
      'too_many_codes',
      'Too many wrong codes came from your network. Please wait a moment and try again.',
    ] as [string, string],
  };

  const limitRequests: RequestHandler = async (request, response, next) => {
    const client = clientOf(request);
    for (const [limit, key] of limitsOf(client)) {
      const waitMs = await limit.take(key);
      if (waitMs === undefined) continue;
      limit.onRefused(client.person);
      (client.person === undefined ? refuseLater : refuseTooMany)(response, waitMs);
      return;
    }
    next();
  };
  return inOrder(
    limitRequests,
    limitWrongAnswers({
      ...wrongPasswords,
      most: config.RATE_LIMIT_SIGN_IN,
      keyOf: (client) => (isSignIn(client) ? unknown(client) : undefined),
      onRefused: limited('wrong_passwords_address'),
    }),
    limitWrongAnswers({
      ...wrongPasswords,
      most: config.RATE_LIMIT_SIGN_IN_CLIENT,
      keyOf: (client) => (isSignIn(client) ? client.person : undefined),
      onRefused: limited('wrong_passwords_client'),
    }),
    limitWrongAnswers({
      ...wrongCodes,
      most: config.RATE_LIMIT_CODES,
      keyOf: (client) => (isOwnScan(client) ? client.address : undefined),
      onRefused: limited('wrong_codes_address'),
    }),
    limitWrongAnswers({
      ...wrongCodes,
      most: config.RATE_LIMIT_SCANS,
      keyOf: (client) => (isAnonymousScan(client) ? unknown(client) : undefined),
      onRefused: limited('wrong_scans_address'),
    }),
    limitWrongAnswers({
      ...wrongCodes,
      most: Math.ceil(config.RATE_LIMIT_SCANS * WRONG_SHARE_OF_ONE),
      keyOf: (client) => (isAnonymousScan(client) ? client.person : undefined),
      onRefused: limited('wrong_scans_client'),
    }),
  );
};
