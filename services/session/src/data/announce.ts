import { sessionChanged, type Topic } from '@qr-attendance/contracts/events';
import { announceDocuments, type AnnounceBatch } from '@qr-attendance/service-kit';
import type { createModels } from './models.ts';
import { eventOf, toSession } from './sessions.ts';

/** Announces sessions. */
export const makeAnnouncers = ({ sessions }: ReturnType<typeof createModels>): [Topic, AnnounceBatch][] => [
  [sessionChanged, announceDocuments(sessions, (document) => eventOf(toSession(document)))],
];
