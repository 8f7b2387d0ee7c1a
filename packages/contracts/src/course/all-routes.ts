export * from './enrollment-routes.ts';
export * from './routes.ts';
