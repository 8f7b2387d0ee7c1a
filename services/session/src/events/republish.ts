import { sessionChanged, type Topic } from '@qr-attendance/contracts/events';
import {
  type RepublishBatch,
  republishDocuments,
  mongoOutbox,
  type OutboxStore,
} from '@qr-attendance/messaging';
import type { createModels, SessionDocument } from '../db/models.ts';
import { eventOf, toSession } from '../sessions/sessions.ts';

type Models = ReturnType<typeof createModels>;
const presentEventOf = (document: SessionDocument) => eventOf(toSession(document));

/** Announces sessions. */
export const makeRepublishers = ({ sessions }: Models): [Topic, RepublishBatch][] => [
  [sessionChanged, republishDocuments(sessions, presentEventOf)],
];

/** What waits to be published. */
export const makeOutbox = ({ sessions }: Models): OutboxStore => mongoOutbox(sessions, presentEventOf);
