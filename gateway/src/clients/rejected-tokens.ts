import { INVALID_TOKEN } from '@qr-attendance/server';
import type { Response } from 'express';
import { serviceThatAnswered } from '../http/service-that-answered.ts';

/**
 * Returns whether a service rejected a token that the gateway considers valid, because only services know about
 * revocations.
 */
export const isTokenRejected = (response: Response): boolean =>
  response.statusCode === 401 &&
  serviceThatAnswered(response) !== undefined &&
  response.getHeader('www-authenticate') === INVALID_TOKEN;
