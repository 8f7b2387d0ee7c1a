export * from './event-bus-contract.ts';
export * from './eventually.ts';
export * from './read-metrics.ts';
