import { allRoutes } from '@qr-attendance/contracts';
import { isCostly } from '@qr-attendance/contracts/costly-routes';
import { createNameRoute } from '@qr-attendance/server';
import type { Request } from 'express';
import { pathOf } from '../http/request-path.ts';

const publicRoutes = allRoutes.filter(({ access }) => access !== 'internal');
const nameRoute = createNameRoute(publicRoutes);
const costly = new Set(
  publicRoutes.filter(isCostly).map(({ method, path }) => `${method.toUpperCase()} ${path}`),
);

export const isCostlyRequest = (request: Request): boolean => {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  return costly.has(`${method} ${nameRoute(method, pathOf(request))}`);
};
