// Namespaces, so that a bundler leaves out what an app does not call.
export * as attendance from './attendance/all-routes.ts';
export * as auth from './auth/all-routes.ts';
export * as course from './course/all-routes.ts';
export * as telemetry from './telemetry/routes.ts';
export * as session from './session/all-routes.ts';
