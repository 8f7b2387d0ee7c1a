// A separate entry point, because mongoose takes a quarter of the start-up time of a process.
export * from './db/create-once.ts';
export * from './db/document-fields.ts';
export * from './db/mongo-counter.ts';
export * from './db/mongo-lines.ts';
export * from './db/mongo.ts';
export * from './db/revised.ts';
export { ANY_RUN, writeUnversioned } from './db/stated-documents.ts';
export * from './db/stored-ledgers.ts';
export * from './db/search-terms.ts';
