import { routes } from '@qr-attendance/contracts';
import type { ApiClient } from '@qr-attendance/web-kit';
import { useCallback, useEffect, useState } from 'react';
import { memoizeAsync } from '../remotes/memoize-async.ts';
import { useIdentityState } from './identity-context.ts';

const once = memoizeAsync<boolean>();
const hasRole = (api: ApiClient, userId: string): Promise<boolean> =>
  once(userId, async () => (await api.call(routes.course.listOwnUnitRoles, {})).length > 0);

interface UnitStaff {
  /** Undefined before the server has answered. */
  isUnitStaff: boolean | undefined;
  error: unknown;
  retry: () => void;
}

/**
 * Whether the signed-in teacher has a role in a unit. Requested once per page load; services check each
 * request themselves.
 */
export const useUnitStaff = (): UnitStaff => {
  const { state, api } = useIdentityState();
  const userId =
    state.status === 'signed-in' && state.user.userType === 'TEACHER' ? state.user._id : undefined;
  const [result, setResult] = useState<{ userId: string; isUnitStaff?: boolean; error?: unknown }>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (userId === undefined) return;
    let current = true;
    hasRole(api, userId).then(
      (isUnitStaff) => current && setResult({ userId, isUnitStaff }),
      (error: unknown) => current && setResult({ userId, error }),
    );
    return () => {
      current = false;
    };
  }, [api, userId, attempt]);
  const retry = useCallback(() => {
    setResult(undefined);
    setAttempt((before) => before + 1);
  }, []);
  const own = result?.userId === userId ? result : undefined;
  return { isUnitStaff: userId === undefined ? false : own?.isUnitStaff, error: own?.error, retry };
};
