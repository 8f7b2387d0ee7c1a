import { createHmac, timingSafeEqual } from 'node:crypto';
import { userIdSchema } from '@qr-attendance/contracts';
import type { Request, Response } from 'express';

const NAME = 'qr_client';
const LASTS_S = 90 * 86_400;
/** A browser in use is given a new one so long before the old one ends. */
const RENEWED_S = 30 * 86_400;

interface Known {
  person: string;
  /** Seconds since 1970. */
  issued: number;
  signature: string;
}

const nowInSeconds = (): number => Math.floor(Date.now() / 1_000);

/** Browsers take a cookie of such a name over https alone. */
const nameFor = (request: Request): string => (request.secure ? `__Secure-${NAME}` : NAME);

const parse = (value: string): Known | undefined => {
  const [person = '', issued = '', signature = '', ...rest] = value.split('.');
  const isKnown = rest.length === 0 && userIdSchema.safeParse(person).success && /^\d{1,11}$/.test(issued);
  return isKnown ? { person, issued: Number(issued), signature } : undefined;
};
const read = (request: Request): Known | undefined => {
  const name = nameFor(request);
  for (const part of request.headers.cookie?.split(';') ?? []) {
    const [key = '', value = ''] = part.trim().split('=');
    if (key === name) return parse(value);
  }
  return undefined;
};

/**
 * The cookie by which the gateway knows a browser at which somebody signed in: it names the account, so that all
 * browsers of one account share one bucket, and opens nothing.
 * @param accepted further secrets whose cookies are known, while the secret is changed
 */
export const makeClientCookie = (secret: string, accepted: readonly string[] = []) => {
  const sign = (person: string, issued: number, key = secret): string =>
    createHmac('sha256', key).update(`${NAME}.${person}.${issued}`).digest('base64url');
  const isBy = (key: string, { person, issued, signature }: Known): boolean => {
    const [given, right] = [Buffer.from(signature), Buffer.from(sign(person, issued, key))];
    return given.length === right.length && timingSafeEqual(given, right);
  };
  return {
    /** Whose browser this is; undefined without a cookie that this gateway, or a replica of it, signed. */
    personOf: (request: Request): string | undefined => {
      const known = read(request);
      if (!known || known.issued < nowInSeconds() - LASTS_S) return undefined;
      return [secret, ...accepted].some((key) => isBy(key, known)) ? known.person : undefined;
    },
    /** Gives the browser of `person` its cookie, unless it has one that lasts. */
    remember: (request: Request, response: Response, person: string): void => {
      const known = read(request);
      const now = nowInSeconds();
      const lasts = known?.person === person && known.issued > now - (LASTS_S - RENEWED_S);
      // One by another secret gives way to one that lasts when that secret is no longer accepted.
      if (known && lasts && isBy(secret, known)) return;
      const value = `${person}.${now}.${sign(person, now)}`;
      const attributes = `Path=/api; Max-Age=${LASTS_S}; HttpOnly; SameSite=Strict`;
      const secure = request.secure ? '; Secure' : '';
      response.append('Set-Cookie', `${nameFor(request)}=${value}; ${attributes}${secure}`);
    },
  };
};
