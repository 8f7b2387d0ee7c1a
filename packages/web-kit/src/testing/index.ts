export * from './failures-of.ts';
export * from './fake-api.ts';
export * from './render-remote.tsx';
export * from './tell-institution.ts';
