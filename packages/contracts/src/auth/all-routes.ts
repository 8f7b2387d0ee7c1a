export * from './account-routes.ts';
export * from './admin-routes.ts';
export * from './check-routes.ts';
export * from './email-routes.ts';
export * from './internal-routes.ts';
export * from './passkey-routes.ts';
export * from './routes.ts';
export * from './security-routes.ts';
