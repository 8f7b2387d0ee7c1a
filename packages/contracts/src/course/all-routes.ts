export * from './enrollment-routes.ts';
export * from './import-routes.ts';
export * from './routes.ts';
export * from './section-routes.ts';
export * from './staff-routes.ts';
export * from './term-routes.ts';
export * from './unit-routes.ts';
export * from './unit-staff-routes.ts';
