export * from './review-routes.ts';
export * from './routes.ts';
