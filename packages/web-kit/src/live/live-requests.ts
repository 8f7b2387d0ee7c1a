// One module per area, because a bundler keeps every route that a module names.
export type { LiveRequest } from './live-request.ts';
export * from './requests/administrator.ts';
export * from './requests/calendar.ts';
export * from './requests/joining.ts';
export * from './requests/marking.ts';
export * from './requests/renewal.ts';
export * from './requests/stream.ts';
export * from './requests/teacher.ts';
