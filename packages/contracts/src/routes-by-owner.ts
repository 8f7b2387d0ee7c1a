// Namespaces let a bundler drop routes that an app does not use.
export * as attendance from './attendance/all-routes.ts';
export * as auth from './auth/all-routes.ts';
export * as course from './course/all-routes.ts';
export * as telemetry from './telemetry/routes.ts';
export * as session from './session/all-routes.ts';
