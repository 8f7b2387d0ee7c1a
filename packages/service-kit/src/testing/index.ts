export * from './consumer-database.ts';
export * from './event-bus-contract.ts';
export * from './eventually.ts';
export * from './make-device.ts';
export * from './read-metrics.ts';
export * from './no-dead-letters.ts';
