// A separate entry point, because a service loads Kafka only if it is the bus.
export * from './bus/kafka-event-bus.ts';
