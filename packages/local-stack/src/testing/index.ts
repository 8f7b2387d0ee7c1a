export * from './breakable-link.ts';
export * from './call.ts';
export * from './open-stack.ts';
export * from './service-process.ts';
export * from './sign-in-people.ts';
