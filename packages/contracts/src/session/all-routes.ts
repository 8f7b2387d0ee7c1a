export * from './routes.ts';
export * from './scan-routes.ts';
