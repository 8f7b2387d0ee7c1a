export * from './event-bus-contract.ts';
export * from './eventually.ts';
