import { allRoutes } from '@qr-attendance/contracts';
import { createNameRoute, UNKNOWN_ROUTE } from '@qr-attendance/server';

const nameRoute = createNameRoute(
  allRoutes.filter(({ access }) => access !== 'anyone' && access !== 'internal'),
);
const nameOpenRoute = createNameRoute(allRoutes.filter(({ access }) => access === 'anyone'));

/** Whether a service checks the access token of such a request; elsewhere a token proves nothing. */
export const isTokenChecked = (method: string, path: string): boolean =>
  nameOpenRoute(method, path) === UNKNOWN_ROUTE && nameRoute(method, path) !== UNKNOWN_ROUTE;
