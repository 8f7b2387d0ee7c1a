import { can, type Action, type Actor, type Scope } from '@qr-attendance/contracts';
import { type DomainError, forbidden, notFound } from '../errors.ts';

export const notAllowedError = (): DomainError => forbidden('not_allowed', 'You are not allowed to do this.');

/**
 * Throws the same error for an unknown scope and for a scope that the caller cannot read.
 * @param what name of the requested object
 */
export const requireCan = (
  caller: Actor,
  action: Action,
  scope: Scope | undefined,
  what: string,
  now: Date,
): void => {
  if (scope && can(caller, action, scope, now)) return;
  throw scope && can(caller, 'readCourse', scope, now) ? notAllowedError() : notFound(what);
};
