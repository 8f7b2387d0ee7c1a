export * from './extra-time-routes.ts';
export * from './institution-routes.ts';
export * from './burst-code-routes.ts';
export * from './routes.ts';
export * from './scan-routes.ts';
export * from './presence-check-routes.ts';
