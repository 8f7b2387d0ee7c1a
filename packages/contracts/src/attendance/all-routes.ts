export * from './analytics-routes.ts';
export * from './receipt-routes.ts';
export * from './refused-routes.ts';
export * from './report-routes.ts';
export * from './review-routes.ts';
export * from './roster-routes.ts';
export * from './routes.ts';
export * from './students-routes.ts';
