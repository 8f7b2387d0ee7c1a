import { SECOND_FACTOR_COOKIE } from '@qr-attendance/contracts';
import {
  composeMiddleware,
  type Counter,
  type CounterName,
  createLocalCounter,
  type CounterProof,
  type LimitKey,
  limitKeys,
} from '@qr-attendance/server';
import type { RequestHandler, Response } from 'express';
import { clientOf, type Client } from '../clients/identify.ts';
import { isTokenRejected } from '../clients/rejected-tokens.ts';
import type { GatewayConfig } from '../config.ts';
import { serviceThatAnswered } from '../http/service-that-answered.ts';
import { limitJudgedAnswers } from './judged-answers.ts';
import { rejectDelayed, rejectTooMany, type CountRejection, type LimitCounters } from './refuse.ts';
import { createTurnQueue, type TurnQueue } from './turn-queue.ts';

/** Share that scans, marks and renewals may use in addition to a limit. */
const RESERVED_SHARE = 0.25;
const WRONG_SHARE_PER_CLIENT = 0.01;
const TELEMETRY_SHARE_PER_CLIENT = 0.05;

interface Charge {
  /** Milliseconds until the limit allows the request; undefined if the limit allows the request now. */
  take: () => Promise<number | undefined>;
  refund: () => Promise<void>;
  wait?: (response: Response) => ReturnType<TurnQueue['wait']>;
  onRefused: CountRejection;
}
type CreateTurns = (name: CounterName, max: number) => TurnQueue;

const RESERVED_KINDS = new Set<Client['kind']>(['scan', 'mark', 'renewal']);

const chooseLimits = (
  config: GatewayConfig,
  refused: LimitCounters['refused'],
  createTurnsFor: CreateTurns,
): {
  chargesOf: (client: Client, isTraced: boolean) => Charge[];
  isTraced: (client: Client) => Promise<boolean>;
} => {
  const duration = config.RATE_LIMIT_WINDOW_SECONDS;
  const charge = <Name extends CounterName>(
    counter: Counter<CounterProof<Name>>,
    key: LimitKey<CounterProof<Name>>,
    onRefused: CountRejection,
  ): Charge => ({
    take: async () => {
      const { allowed, ms } = await counter.count(key);
      return allowed ? undefined : ms;
    },
    refund: () => counter.refund(key),
    onRefused,
  });
  const limit = <Name extends CounterName>(name: Name, max: number) => {
    const counter = createLocalCounter(name, { points: Math.ceil(max), duration });
    const onRefused = refused(name);
    return (key: LimitKey<CounterProof<Name>>): Charge => charge(counter, key, onRefused);
  };
  const limitInTurn = (name: CounterName & `${string}`, max: number) => {
    const of = limit(name as 'address', max);
    const turns = createTurnsFor(name, Math.ceil(max));
    return (address: string): Charge => ({
      ...of(limitKeys.address(address)),
      wait: (response) => turns.wait(address, response),
    });
  };
  const client = limit('client', config.RATE_LIMIT_CLIENT);
  const clientReserved = limit('client_reserved', config.RATE_LIMIT_CLIENT * RESERVED_SHARE);
  const trace = limit('trace', config.RATE_LIMIT_CLIENT);
  const traceReserved = limit('trace_reserved', config.RATE_LIMIT_CLIENT * RESERVED_SHARE);
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
  // Rejected telemetry is lost, which is harmless.
  const telemetry = limit('telemetry', config.RATE_LIMIT_TELEMETRY);
  const telemetryClient = limit('telemetry_client', config.RATE_LIMIT_TELEMETRY * TELEMETRY_SHARE_PER_CLIENT);

  const ofPath = ({ path, trace: account, address: from }: Client): Charge[] => {
    if (path === '/api/attendance/receipts/check') return [receipts(from)];
    if (path !== '/api/reports') return [];
    const ofAddress = telemetry(limitKeys.address(from));
    return account === undefined ? [ofAddress] : [telemetryClient(limitKeys.trace(account)), ofAddress];
  };
  const ofUnknown = ({ kind, address: from, credential }: Client): Charge[] => {
    const charges =
      kind === undefined || kind === 'stream' ? [address(from), total(from)] : [addressBy[kind](from)];
    return credential === undefined ? charges : [client(limitKeys.credential(from, credential)), ...charges];
  };
  return {
    /**
     * Counts requests attributed to an account by a cookie or an invalid token. Beyond the limit the sender
     * counts as unknown.
     */
    isTraced: async ({ trace: account, kind }) => {
      if (account === undefined) return false;
      const limitOfKind = RESERVED_KINDS.has(kind) ? traceReserved : trace;
      return (await limitOfKind(limitKeys.trace(account)).take()) === undefined;
    },
    // Narrow limits come first, because a request that they reject must not count toward a limit shared with other
    // requests.
    chargesOf: (of, isTraced) => {
      const isReserved = RESERVED_KINDS.has(of.kind);
      if (of.person !== undefined) {
        const key = limitKeys.person({ id: of.person });
        return [...ofPath(of), ...(isReserved ? [clientReserved(key)] : [client(key), total(of.address)])];
      }
      if (!isTraced) return [...ofPath(of), ...ofUnknown(of)];
      return [...ofPath(of), ...(isReserved ? [] : [total(of.address)])];
    },
  };
};

const isRegistration = ({ path }: Client): boolean => path === '/api/auth/register';
/**
 * Sign-ins at an identity provider cannot be used to guess passwords, because the provider checks the password itself.
 */
const isAtProvider = ({ path }: Client): boolean => path.startsWith('/api/auth/oidc/');
/** The password was right before; auth limits wrong codes per person. */
const isSecondFactor = ({ path }: Client): boolean => path.startsWith('/api/auth/sign-in/');
const isSignIn = (client: Client): boolean =>
  client.kind === 'sign_in' && !isRegistration(client) && !isAtProvider(client) && !isSecondFactor(client);
const isAnonymousScan = ({ path }: Client): boolean => path === '/api/sessions/scans';
const lacksSecondFactor = (response: Response): boolean =>
  String(response.getHeader('set-cookie')).includes(`${SECOND_FACTOR_COOKIE}=`);
const isWrongPassword = (response: Response): boolean =>
  serviceThatAnswered(response) === 'auth' && response.statusCode === 401 && !lacksSecondFactor(response);
const isWrongScan = (response: Response): boolean =>
  serviceThatAnswered(response) === 'session' && (response.statusCode === 403 || response.statusCode === 404);
/** A new account whose role needs a second factor gets 401. */
const isNewAccount = (response: Response): boolean =>
  serviceThatAnswered(response) === 'auth' && [201, 401].includes(response.statusCode);

/**
 * A client with a valid token has its own budget, and counts toward a generous total of its address. A client
 * known only by a cookie or an invalid token uses a separate budget of that account, so it cannot use up the
 * owner's. Beyond that budget, and for anonymous clients, all clients of an address share one budget. Scans,
 * marks and renewals have a reserved share of each, so that no flood of other requests blocks them. Requests
 * beyond an account's limit are rejected; those beyond an address's limit are delayed, because the address
 * may be a whole lecture hall.
 */
export const rateLimits = (config: GatewayConfig, { refused, delayed }: LimitCounters): RequestHandler => {
  const windowSeconds = config.RATE_LIMIT_WINDOW_SECONDS;
  const waiting = { count: 0, max: config.MAX_REQUESTS };
  const createTurnsFor: CreateTurns = (name, max) =>
    createTurnQueue(max, windowSeconds, waiting, delayed(name));
  const { chargesOf, isTraced } = chooseLimits(config, refused, createTurnsFor);

  const refundIfRejected = (response: Response, charges: Charge[]): void => {
    response.once('finish', () => {
      if (isTokenRejected(response)) for (const { refund } of charges) void refund();
    });
  };
  const limitRequests: RequestHandler = async (request, response, next) => {
    const client = clientOf(request);
    const charges = chargesOf(client, await isTraced(client));
    if (client.person !== undefined) refundIfRejected(response, charges);
    for (const { take, refund, wait, onRefused } of charges) {
      const waitMs = await take();
      if (waitMs === undefined) continue;
      const turn = (await wait?.(response)) ?? 'rejected';
      if (turn === 'granted') continue;
      if (turn === 'abandoned') return;
      // No service has checked this token yet, so it may be revoked, and a revoked token must not use up the account's
      // limit.
      if (client.person !== undefined) await refund();
      onRefused(client.person);
      (client.person === undefined ? rejectDelayed : rejectTooMany)(response, waitMs);
      return;
    }
    next();
  };
  const judgedAt = <Name extends 'wrong_passwords_address' | 'wrong_scans_address' | 'registration'>(
    name: Name,
    max: number,
  ) => ({
    address: { counter: createLocalCounter(name, { points: max, duration: windowSeconds }), max },
    turns: createTurnsFor(name, max),
    onRefused: refused(name),
  });
  const judgedOf = <Name extends 'wrong_passwords_client' | 'wrong_scans_client'>(
    name: Name,
    max: number,
  ) => ({
    counter: createLocalCounter(name, { points: max, duration: windowSeconds }),
    max,
  });

  return composeMiddleware(
    limitRequests,
    limitJudgedAnswers({
      ...judgedAt('wrong_passwords_address', config.RATE_LIMIT_SIGN_IN),
      trace: judgedOf('wrong_passwords_client', config.RATE_LIMIT_SIGN_IN_CLIENT),
      concerns: isSignIn,
      isCounted: isWrongPassword,
      refusal: ['too_many_requests', 'Too many sign-ins failed. Please wait a moment and try again.'],
    }),
    limitJudgedAnswers({
      ...judgedAt('registration', config.RATE_LIMIT_REGISTRATION),
      concerns: isRegistration,
      isCounted: isNewAccount,
      refusal: ['too_many_requests', 'Too many accounts are being made. Please wait a moment and try again.'],
    }),
    limitJudgedAnswers({
      ...judgedAt('wrong_scans_address', config.RATE_LIMIT_SCANS),
      trace: judgedOf('wrong_scans_client', Math.ceil(config.RATE_LIMIT_SCANS * WRONG_SHARE_PER_CLIENT)),
      concerns: isAnonymousScan,
      isCounted: isWrongScan,
      refusal: [
        'too_many_codes',
        'Too many wrong codes came from your network. Please wait a moment and try again.',
      ],
    }),
  );
};
