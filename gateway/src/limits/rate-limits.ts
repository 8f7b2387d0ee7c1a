import { createHash } from 'node:crypto';
import { sendError } from '@qr-attendance/service-kit';
import { Router, type Request, type RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit, type Options } from 'express-rate-limit';
import type { GatewayConfig } from '../config.ts';
import { limitWrongCodes } from './wrong-codes.ts';

/** A home or a phone is given a /64. */
const addressOf = (request: Request): string => ipKeyGenerator(request.ip ?? '', 64);

const credentialOf = ({ headers }: Request): string | undefined => headers.authorization ?? headers.cookie;

/** The gateway can't tell a true token from a false one, so a credential counts only together with its address. */
const clientOf = (request: Request): string =>
  `${addressOf(request)} ${createHash('sha256')
    .update(credentialOf(request) ?? '')
    .digest('base64url')}`;

/** Upstreams read paths without regard to case and a slash at the end, so the limits must too. */
const isPost = (path: string) => (request: Request) =>
  request.method === 'POST' && request.path.toLowerCase().replace(/\/$/, '') === path;
const isVerify = ({ method, path }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && /^\/sessions\/verify\/[^/]+\/?$/i.test(path);

/**
 * Limits, below `/api`, by address and by client. A whole hall may share one address, so the address's limit is only a ceiling
 * against floods, and of sign-ins only those that fail (or are under way) count. Wrong codes of people who have signed in, each of whom the
 * session service stops after a few, and of those who have not, whom nobody else can stop, use up limits of their own.
 */
export const rateLimits = (config: GatewayConfig): RequestHandler => {
  const limiter = (limit: number, options: Partial<Options>) =>
    rateLimit({
      windowMs: config.RATE_LIMIT_WINDOW_SECONDS * 1_000,
      limit,
      legacyHeaders: false,
      standardHeaders: 'draft-6',
      keyGenerator: addressOf,
      // Its warnings are about `X-Forwarded-For` without a trusted proxy, which is ignored on purpose.
      validate: false,
      handler: (_request, response) =>
        sendError(
          response,
          429,
          'too_many_requests',
          'Too many requests. Please wait a moment and try again.',
        ),
      ...options,
    });
  const signIn = isPost('/auth/login');
  const registration = isPost('/auth/register');
  const report = isPost('/reports');

  const redeem = isPost('/sessions/scans/redeem');
  const scan = isPost('/sessions/scans');
  const wrongCodes = (most: number, isTry: (request: Request) => boolean) =>
    limitWrongCodes({ most, windowSeconds: config.RATE_LIMIT_WINDOW_SECONDS, isTry, addressOf });

  const router = Router();
  router.use(
    limiter(config.RATE_LIMIT_ADDRESS, {}),
    limiter(config.RATE_LIMIT_CLIENT, {
      keyGenerator: clientOf,
      skip: (request) => credentialOf(request) === undefined,
    }),
    limiter(config.RATE_LIMIT_SIGN_IN, {
      skip: (request) => !signIn(request),
      skipSuccessfulRequests: true,
    }),
    limiter(config.RATE_LIMIT_REGISTRATION, { skip: (request) => !registration(request) }),
    limiter(config.RATE_LIMIT_REPORTS, { skip: (request) => !report(request) }),
    wrongCodes(config.RATE_LIMIT_CODES, (request) => isVerify(request) || redeem(request)),
    wrongCodes(config.RATE_LIMIT_SCANS, scan),
  );
  return router;
};
