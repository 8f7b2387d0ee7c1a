import { routes } from '@qr-attendance/contracts';
import { answer, callOf } from '@qr-attendance/web-kit/testing';
import { openArea } from './open-area.tsx';

export const PROVIDERS = callOf(routes.auth.listIdentityProviders);
export const FAILURES = callOf(routes.auth.listProviderFailures);

export const addresses = {
  redirectUri: 'https://attend.example.edu/api/auth/oidc/campus/callback',
  backChannelLogoutUri: 'https://attend.example.edu/api/auth/oidc/campus/back-channel-logout',
  postLogoutRedirectUri: 'https://attend.example.edu/login',
};
export const check = {
  ...addresses,
  problem: null,
  scopes: ['openid', 'email'],
  claims: ['sub', 'email', 'matriculation'],
  supportsLogout: true,
  supportsBackChannelLogout: false,
};
export const issuer = 'https://login.example.edu/realms/campus';
export const campus = {
  ...addresses,
  _id: 'campus',
  kind: 'oidc',
  name: 'Example University',
  issuer,
  clientId: 'attendance',
  hasSecret: true,
  scopes: 'openid email',
  claims: { institutionId: 'matriculation', name: 'name', email: 'email', role: null },
  roleValues: { staff: [], student: [] },
  unknownPeople: 'refuse',
  secondFactor: 'not_stated',
  active: false,
  identities: 0,
  version: 3,
  createdAt: '2026-09-01T08:00:00.000Z',
};
export const preview = {
  claims: { sub: 'u-1', email: 'grace@example.edu' },
  subject: 'u-1',
  values: { institutionId: 'S1', name: 'Grace Hopper', email: 'grace@example.edu', userType: 'STUDENT' },
  outcome: 'meets',
  error: null,
  person: {
    _id: '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e02',
    userType: 'STUDENT',
    values: {
      institutionId: 'S1',
      name: 'Grace Hopper',
      email: 'hopper@campus.example',
      usn: null,
      regNo: null,
      department: null,
      semester: null,
    },
  },
};

export const openProviders = (path: string, answers: Parameters<typeof openArea>[1] = {}) =>
  openArea(path, { [PROVIDERS]: answer([campus]), [FAILURES]: answer([]), ...answers });
