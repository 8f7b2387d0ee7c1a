import { announcedSchema } from '@qr-attendance/contracts';
import { ownerOf, subscribedTopics, type Topic } from '@qr-attendance/contracts/events';
import { StartError } from '../start-error.ts';
import type { ServiceName } from '../system/environment.ts';
import type { Access } from './access.ts';

const BATCH_TIMEOUT_MS = 60_000;
/** A batch that fails is asked for again; an owner may be restarting. */
const TRIES = 5;
const RETRY_MS = 2_000;

const urlOf = (access: Access, owner: ServiceName): string =>
  ({
    auth: access.AUTH_URL,
    course: access.COURSE_URL,
    session: access.SESSION_URL,
    attendance: access.ATTENDANCE_URL,
  })[owner];

const announceBatch = async (access: Access, topic: Topic, after: string | undefined, tries = TRIES) => {
  const owner = ownerOf(topic);
  const query = new URLSearchParams({ topic: topic.name, ...(after === undefined ? {} : { after }) });
  try {
    const response = await fetch(`${urlOf(access, owner)}/internal/announce?${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access.INTERNAL_TOKEN}` },
      signal: AbortSignal.timeout(BATCH_TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    return announcedSchema.parse(await response.json());
  } catch (error) {
    if (tries > 1) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      return announceBatch(access, topic, after, tries - 1);
    }
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`The ${owner} service does not announce ${topic.name}: ${why}.`);
  }
};

/**
 * Has the owners of all that a service listens to tell of it once more, while everything runs.
 * @param tell called for each topic with the number of its aggregates
 */
export const replay = async (
  access: Access,
  service: ServiceName,
  tell: (topic: string, aggregates: number) => void,
): Promise<void> => {
  for (const topic of subscribedTopics[service]) {
    let aggregates = 0;
    let after: string | undefined;
    do {
      const batch = await announceBatch(access, topic, after);
      aggregates += batch.announced;
      after = batch.next;
    } while (after !== undefined);
    tell(topic.name, aggregates);
  }
};
