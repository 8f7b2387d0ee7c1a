export * from './attendance/schemas.ts';
export * from './auth/schemas.ts';
export * from './common.ts';
export * from './course/schemas.ts';
export * from './error.ts';
export * from './route.ts';
export * from './routes.ts';
export * from './session/schemas.ts';
