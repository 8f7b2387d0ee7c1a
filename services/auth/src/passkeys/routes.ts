import {
  routes,
  type Passkey,
  type PasskeyCreationOptions,
  type PasskeyRegistration,
} from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';

interface Deps {
  startPasskeyRegistration: (
    studentId: string,
    pageOrigin: string | undefined,
  ) => Promise<PasskeyCreationOptions>;
  addPasskey: (studentId: string, name: string, credential: PasskeyRegistration) => Promise<Passkey[]>;
  removePasskey: (studentId: string, passkeyId: string) => Promise<Passkey[]>;
}

export const makePasskeyRoutes = (deps: Deps): Implementation[] => [
  implement(routes.auth.startPasskeyRegistration, ({ caller, request }) =>
    deps.startPasskeyRegistration(caller.id, request.headers.origin),
  ),
  implement(routes.auth.addPasskey, ({ caller, body }) =>
    deps.addPasskey(caller.id, body.name, body.credential),
  ),
  implement(routes.auth.removePasskey, ({ caller, params }) => deps.removePasskey(caller.id, params.id)),
];
