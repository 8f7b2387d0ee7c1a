// A separate entry point, so that a service loads Kafka only if it uses it.
export * from './bus/kafka-event-bus.ts';
