import { createHmac, timingSafeEqual } from 'node:crypto';
import { userIdSchema } from '@qr-attendance/contracts';
import type { Request, Response } from 'express';

const NAME = 'qr_client';
const TTL_SECONDS = 90 * 86_400;
const RENEW_BEFORE_SECONDS = 30 * 86_400;

interface ClientCookie {
  person: string;
  issued: number;
  signature: string;
}

const nowInSeconds = (): number => Math.floor(Date.now() / 1_000);

const nameFor = (request: Request): string => (request.secure ? `__Secure-${NAME}` : NAME);

const parse = (value: string): ClientCookie | undefined => {
  const [person = '', issued = '', signature = '', ...rest] = value.split('.');
  const isKnown = rest.length === 0 && userIdSchema.safeParse(person).success && /^\d{1,11}$/.test(issued);
  return isKnown ? { person, issued: Number(issued), signature } : undefined;
};
const read = (request: Request): ClientCookie | undefined => {
  const name = nameFor(request);
  for (const part of request.headers.cookie?.split(';') ?? []) {
    const [key = '', value = ''] = part.trim().split('=');
    if (key === name) return parse(value);
  }
  return undefined;
};

/**
 * Identifies browsers in which somebody signed in, until the sign-out. The cookie contains the account, so all
 * browsers of an account share a budget. The cookie grants no access, and requests with a valid token do not use this
 * budget.
 */
export const createClientCookie = (secret: string, accepted: readonly string[] = []) => {
  const sign = (person: string, issued: number, key = secret): string =>
    createHmac('sha256', key).update(`${NAME}.${person}.${issued}`).digest('base64url');
  const isSignedBy = (key: string, { person, issued, signature }: ClientCookie): boolean => {
    const [given, expected] = [Buffer.from(signature), Buffer.from(sign(person, issued, key))];
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  return {
    personOf: (request: Request): string | undefined => {
      const cookie = read(request);
      if (!cookie || cookie.issued < nowInSeconds() - TTL_SECONDS) return undefined;
      return [secret, ...accepted].some((key) => isSignedBy(key, cookie)) ? cookie.person : undefined;
    },
    remember: (request: Request, response: Response, person: string): void => {
      const cookie = read(request);
      const now = nowInSeconds();
      const isFresh = cookie?.person === person && cookie.issued > now - (TTL_SECONDS - RENEW_BEFORE_SECONDS);
      // Replaces a cookie signed with a previous secret, which will be rejected after the rotation.
      if (cookie && isFresh && isSignedBy(secret, cookie)) return;
      const value = `${person}.${now}.${sign(person, now)}`;
      const attributes = `Path=/api; Max-Age=${TTL_SECONDS}; HttpOnly; SameSite=Strict`;
      const secure = request.secure ? '; Secure' : '';
      response.append('Set-Cookie', `${nameFor(request)}=${value}; ${attributes}${secure}`);
    },
    forget: (request: Request, response: Response): void => {
      const secure = request.secure ? '; Secure' : '';
      response.append(
        'Set-Cookie',
        `${nameFor(request)}=; Path=/api; Max-Age=0; HttpOnly; SameSite=Strict${secure}`,
      );
    },
  };
};
