// For who speaks Kafka whatever the settings say; a service loads it only where it carries the events.
export * from './bus/kafka-event-bus.ts';
