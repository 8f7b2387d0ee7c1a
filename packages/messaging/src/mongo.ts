// For who keeps documents in MongoDB: apart, as mongoose is a quarter of what the start of a process costs.
export * from './dead-letters/mongo-dead-letters.ts';
export * from './projections/people-projection.ts';
export * from './projections/upsert-if-newer.ts';
