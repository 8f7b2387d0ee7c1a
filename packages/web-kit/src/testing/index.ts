export * from './failures-of.ts';
export * from './fake-api.ts';
export * from './fill-in.ts';
export * from './render-remote.tsx';
export * from './set-institution.ts';
export * from './sign-in-options.ts';
