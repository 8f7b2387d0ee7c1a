export * from './extra-time-routes.ts';
export * from './institution-routes.ts';
export * from './live-routes.ts';
export * from './routes.ts';
export * from './scan-routes.ts';
export * from './second-look-routes.ts';
