import { randomUUID } from 'node:crypto';
import type { PowerMessage } from '@qr-attendance/contracts';
import type { Event, PowerUsed } from '@qr-attendance/contracts/events';
import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { OUTBOX_INDEX, outboxFields, type WithOutbox } from './outbox-fields.ts';

export interface PowerNoticeDocument extends WithOutbox {
  _id: Types.ObjectId;
  notice: PowerUsed;
  expiresAt: Date;
}

const schema = new Schema<PowerNoticeDocument>(
  { notice: { type: Object, required: true }, expiresAt: { type: Date, required: true }, ...outboxFields },
  { strict: 'throw', versionKey: false },
);
schema.index(...OUTBOX_INDEX);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const powerNoticeModel = (connection: Connection): Model<PowerNoticeDocument> =>
  connection.model<PowerNoticeDocument>('PowerNotice', schema, 'powernotices');

export type PowerNotice = Partial<
  Pick<PowerUsed, 'receivers' | 'administrators' | 'object' | 'person' | 'role'>
> &
  Pick<PowerUsed, 'by'> & { what: PowerMessage };

interface Deps {
  model: Model<PowerNoticeDocument>;
  eventOf: (document: PowerNoticeDocument) => Event;
  clock: () => Date;
  committed: () => void;
}
const RETENTION_MS = 7 * 86_400_000;

/** Writes the notice right after the change: a crash between change and notice loses the email, never the change. */
export const createPowerNotices = ({ model, eventOf, clock, committed }: Deps) => ({
  notify: async ({ receivers = [], administrators = false, ...notice }: PowerNotice): Promise<void> => {
    if (receivers.length === 0 && !administrators) return;
    const now = clock();
    const to = { receivers: [...new Set(receivers)], administrators };
    const written: PowerUsed = { ...notice, ...to, id: randomUUID(), at: now.toISOString(), version: 1 };
    const expiresAt = new Date(now.getTime() + RETENTION_MS);
    const document = new model({ notice: written, expiresAt, version: 1 });
    document.outbox = [eventOf(document)];
    await document.save();
    committed();
  },
});
export type PowerNotices = ReturnType<typeof createPowerNotices>;
