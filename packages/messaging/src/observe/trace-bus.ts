import { propagation, ROOT_CONTEXT, SpanKind, type Context } from '@opentelemetry/api';
import type { Event } from '@qr-attendance/contracts/events';
import type { EventBus, Subscription } from '../bus/event-bus.ts';
import { inSpan, traceHeaders } from '@qr-attendance/observability';

const parentOf = ({ trace }: Event): Context =>
  trace === undefined ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent: trace });

/** The active span as the `trace` of new events; an empty object without tracing. */
export const traceOfEvent = (): { trace?: string } => {
  const { traceparent } = traceHeaders();
  return traceparent === undefined ? {} : { trace: traceparent };
};

/**
 * Opens a span for each publication and each attempt to handle an event, in the event's trace. Omits the key,
 * because it may be a person's id.
 * @param system the name of the bus in spans
 */
export const traceBus = (bus: EventBus, system: 'kafka' | 'postgresql'): EventBus => {
  const about = ({ id, topic }: Event) => ({
    'messaging.system': system,
    'messaging.destination.name': topic,
    'messaging.message.id': id,
  });
  const traced = (group: string, { topic, handle }: Subscription): Subscription => ({
    topic,
    handle: (event) => {
      const attributes = { ...about(event), 'messaging.consumer.group.name': group };
      const options = { kind: SpanKind.CONSUMER, attributes, parent: parentOf(event) };
      return inSpan(`process ${topic.name}`, options, () => handle(event));
    },
  });
  return {
    ...bus,
    publish: (event) =>
      inSpan(
        `publish ${event.topic}`,
        { kind: SpanKind.PRODUCER, attributes: about(event), parent: parentOf(event) },
        () => bus.publish({ ...event, ...traceOfEvent() }),
      ),
    subscribe: (group, subscriptions, deadLetters) =>
      bus.subscribe(
        group,
        subscriptions.map((subscription) => traced(group, subscription)),
        deadLetters,
      ),
  };
};
