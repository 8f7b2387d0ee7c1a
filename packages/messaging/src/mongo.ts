// A separate entry point, because mongoose takes a quarter of a process's start-up time.
export * from './dead-letters/mongo-dead-letters.ts';
export * from './outbox/power-notices.ts';
export * from './projections/people-projection.ts';
export * from './projections/upsert-if-newer.ts';
