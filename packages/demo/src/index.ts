export * from './call.ts';
export * from './fill-demo-campus.ts';
export * from './people.ts';
