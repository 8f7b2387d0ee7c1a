import { setTimeout } from 'node:timers/promises';
import { routes } from '@qr-attendance/contracts';
import { ownerOf, subscribedTopics, type Topic, topicsHandledOnce } from '@qr-attendance/contracts/events';
import type { ServiceName } from '@qr-attendance/stack';
import type { SystemAccess } from './system-access.ts';
import { askService } from './ask-service.ts';

const MAX_TRIES = 5;
const RETRY_MS = 2_000;

const republishBatch = async (
  access: SystemAccess,
  topic: Topic,
  after: string | undefined,
  tries = MAX_TRIES,
) => {
  const owner = ownerOf(topic);
  try {
    return await askService(access, owner, routes[owner].republish, { query: { topic: topic.name, after } });
  } catch (error) {
    if (tries === 1) throw error;
    await setTimeout(RETRY_MS);
    return republishBatch(access, topic, after, tries - 1);
  }
};

export const replay = async (
  access: SystemAccess,
  service: ServiceName,
  tell: (topic: string, aggregates: number) => void,
): Promise<void> => {
  const topics: readonly Topic[] = subscribedTopics[service];
  for (const topic of topics.filter((one) => !topicsHandledOnce.includes(one))) {
    let aggregates = 0;
    let after: string | undefined;
    do {
      const batch = await republishBatch(access, topic, after);
      aggregates += batch.republished;
      after = batch.next;
    } while (after !== undefined);
    tell(topic.name, aggregates);
  }
};
