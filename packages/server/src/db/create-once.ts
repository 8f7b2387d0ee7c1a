import { IDEMPOTENCY_KEY_HOURS } from '@qr-attendance/contracts';
import type { IndexDefinition, IndexOptions, Model, QueryFilter, Types } from 'mongoose';
import { DomainError } from '../errors.ts';
import type { IdempotentRequest } from '../http/idempotent-request.ts';
import { isDuplicateKey } from './mongo.ts';

/** The request that created a document, written atomically with it. */
export interface CreationRequest {
  _id: Types.ObjectId;
  teacherId: string;
  createdBy?: IdempotentRequest & { at: Date };
}

export const createdOnceFields = { createdBy: { key: String, fingerprint: String, at: Date } };

export const CREATED_ONCE_INDEXES: [IndexDefinition, IndexOptions][] = [
  [
    { teacherId: 1, 'createdBy.key': 1 },
    { unique: true, partialFilterExpression: { 'createdBy.key': { $exists: true } } },
  ],
  [{ 'createdBy.at': 1 }, { sparse: true }],
];

const TTL_MS = IDEMPOTENCY_KEY_HOURS * 3_600_000;
const FORGET = { $unset: { createdBy: '' } };

export const createIdempotentCreate = <Doc extends CreationRequest>(model: Model<Doc>, clock: () => Date) => {
  const forgottenBefore = () => new Date(clock().getTime() - TTL_MS);
  const where = (filter: object) => filter as QueryFilter<Doc>;

  const find = async (
    teacherId: string,
    { key, fingerprint }: IdempotentRequest,
  ): Promise<Doc | undefined> => {
    const document = await model.findOne(where({ teacherId, 'createdBy.key': key })).lean<Doc>();
    const before = document?.createdBy;
    if (!document || !before) return undefined;
    if (before.at < forgottenBefore()) {
      await model.updateOne(where({ _id: document._id, 'createdBy.at': before.at }), FORGET);
      return undefined;
    }
    if (before.fingerprint === fingerprint) return document;
    const sentence = 'This Idempotency-Key was used for another request. Send a new key with a new request.';
    throw new DomainError('unprocessable', 'idempotency_key_reused', sentence);
  };

  return {
    find,
    create: async (
      document: Omit<Doc, 'createdBy'>,
      once: IdempotentRequest | undefined,
    ): Promise<Doc | 'conflict' | undefined> => {
      try {
        await new model({ ...document, ...(once && { createdBy: { ...once, at: clock() } }) }).save();
        return undefined;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return (once && (await find(document.teacherId, once))) ?? 'conflict';
      }
    },
    /** Removes keys older than 24 h; their documents are kept. */
    deleteExpired: async (): Promise<void> => {
      await model.updateMany(where({ 'createdBy.at': { $lt: forgottenBefore() } }), FORGET);
    },
  };
};

/** Interval of the cleanup. Expired keys are ignored before they are removed. */
export const KEY_CLEANUP_INTERVAL_MS = 3_600_000;
