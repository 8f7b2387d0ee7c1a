// For who keeps documents in MongoDB: apart, as mongoose is a quarter of what the start of a process costs.
export * from './db/create-once.ts';
export * from './db/document-fields.ts';
export * from './db/mongo-lines.ts';
export * from './db/mongo.ts';
