import { can, type Action, type Actor, type Scope } from '@qr-attendance/contracts';
import { type DomainError, forbidden, notFound } from '../errors.ts';

export const notAllowed = (): DomainError => forbidden('not_allowed', 'You are not allowed to do this.');

/**
 * Callers who cannot even read the scope get the same error as for an unknown one.
 *
 * @param what name of what the caller asked for
 */
export const requireCan = (
  caller: Actor,
  action: Action,
  scope: Scope | undefined,
  what: string,
  now: Date,
): void => {
  if (scope && can(caller, action, scope, now)) return;
  throw scope && can(caller, 'readCourse', scope, now) ? notAllowed() : notFound(what);
};
