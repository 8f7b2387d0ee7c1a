import { allows, routes, type OwnUnitRole } from '@qr-attendance/contracts';
import { useApiQuery, useIdentity } from '@qr-attendance/web-kit';

/** Administrators manage the institution; all other users of this area have a role in a unit. */
export const useIsAdmin = (): boolean => useIdentity().user.userType === 'ADMIN';

interface OwnRoles {
  isAdmin: boolean;
  /** Undefined while loading; empty for an administrator. */
  roles: OwnUnitRole[] | undefined;
  /** Whether the viewer may give roles in at least one unit. */
  mayManageStaff: boolean;
}

export const useOwnRoles = (): OwnRoles => {
  const isAdmin = useIsAdmin();
  const { data: roles } = useApiQuery(routes.course.listOwnUnitRoles, {}, { enabled: !isAdmin });
  return {
    isAdmin,
    roles: isAdmin ? [] : roles,
    mayManageStaff: isAdmin || (roles ?? []).some(({ role }) => allows(role, 'manageUnitStaff')),
  };
};
