import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import * as events from '@qr-attendance/contracts/events';

const SERVICES = join(import.meta.dirname, '../../../services');
type Service = keyof typeof events.subscribedTopics;
const services = Object.keys(events.subscribedTopics) as Service[];

const isTopic = (value: unknown): value is events.Topic =>
  typeof value === 'object' && value !== null && 'name' in value && 'kind' in value && 'payload' in value;
const exported = new Map(
  Object.entries<unknown>(events).flatMap(([name, value]): [string, events.Topic][] =>
    isTopic(value) ? [[name, value]] : [],
  ),
);

const sources = new Map<Service, string>();
beforeAll(async () => {
  for (const service of services) {
    const files: string[] = [];
    for await (const file of glob(join(SERVICES, service, 'src/**/*.ts'))) files.push(file);
    sources.set(service, files.map((file) => readFileSync(file, 'utf8')).join('\n'));
  }
});
const namedIn = (service: Service, place: RegExp): string[] => {
  const found = [...(sources.get(service) ?? '').matchAll(place)].map(
    ([, name = '']) => exported.get(name)?.name,
  );
  return found.filter((name) => name !== undefined).toSorted();
};
interface SubscriptionsModule {
  createSubscriptions: (dependencies: unknown) => { topic: events.Topic }[];
}
/** Has every property. Subscriptions use their dependencies only when an event arrives. */
const anything: unknown = new Proxy(() => undefined, { get: () => anything });

const namesOf = (topics: readonly events.Topic[]) => topics.map(({ name }) => name).toSorted();

describe('the list of topics', () => {
  it('contains every topic of the contracts once', () => {
    expect(namesOf(events.topics)).toEqual(namesOf([...exported.values()]));
    expect(new Set(namesOf(events.topics)).size).toBe(events.topics.length);
  });

  it.each(services)('lists exactly the topics that %s handles, each once', async (service) => {
    const { createSubscriptions }: SubscriptionsModule = await import(
      join(SERVICES, service, 'src/subscriptions.ts')
    );
    const handled = createSubscriptions(anything).map(({ topic }) => topic);
    expect(namesOf(handled)).toEqual(namesOf(events.subscribedTopics[service]));
  });

  it.each(services)('contains every topic that %s publishes, with the owner as its prefix', (service) => {
    const owned = events.topics.filter((topic) => events.ownerOf(topic) === service);
    const published = namedIn(service, /(?:\b(?:createEvent|eventsOf)\(\s*|INTO outbox[^$]*\$\{)(\w+)[,.]/g);
    expect([...new Set(published)]).toEqual(namesOf(owned));
  });

  it('contains no topic without a consumer', () => {
    const heard = new Set(Object.values(events.subscribedTopics).flatMap(namesOf));
    expect(namesOf(events.topics).filter((name) => !heard.has(name))).toEqual([]);
  });
});
