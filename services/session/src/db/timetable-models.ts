import {
  coveredSectionSchema,
  roomDetailsSchema,
  sessionDefaultsChoiceSchema,
  storedRuleSchema,
  type RoomDetails,
  type StoredRule,
} from '@qr-attendance/contracts';
import { termChangedSchema, type TermChanged } from '@qr-attendance/contracts/events';
import {
  CREATED_ONCE_INDEXES,
  createdOnceFields,
  type CreationRequest,
  documentFields,
  required,
  revisedFields,
  type RevisedDocument,
  strictDocument,
} from '@qr-attendance/server/mongo';
import type { Ledger } from '@qr-attendance/statements';
import { Schema, type Connection } from 'mongoose';
import type { SessionSeries } from './stored-session.ts';

export interface RoomDocument extends RoomDetails, Omit<RevisedDocument, 'name' | 'externalId'> {}

const roomSchema = new Schema<RoomDocument>(
  { ...documentFields(roomDetailsSchema), ...revisedFields },
  { ...strictDocument, minimize: false },
);
// A missing `building` or `retired` counts as null in an index.
roomSchema.index({ building: 1, name: 1, retired: 1 }, { unique: true });
roomSchema.index(
  { externalId: 1, retired: 1 },
  { unique: true, partialFilterExpression: { externalId: { $exists: true } } },
);
roomSchema.index({ name: 1, _id: 1 });
roomSchema.index({ search: 1, name: 1, _id: 1 });

export const coveredSections = {
  type: [new Schema(documentFields(coveredSectionSchema), { _id: false })],
  default: undefined,
};

export const sessionSeriesSchema = new Schema<SessionSeries>(
  {
    id: required(String),
    key: required(String),
    startTime: required(Date),
    endTime: required(Date),
    sections: coveredSections,
    roomId: String,
    online: Boolean,
    lateAfterMinutes: Number,
    policy: new Schema(documentFields(sessionDefaultsChoiceSchema), { _id: false }),
    dropped: Boolean,
  },
  { _id: false },
);

export interface SeriesDocument extends CreationRequest {
  courseId: string;
  /** The other courses of current and past joint classes, for queries by course. */
  jointCourseIds: string[];
  importKey?: string;
  statements?: Ledger | undefined;
  /** Ordered by first day; each rule applies until the next one. */
  rules: StoredRule[];
  nextId: number;
  lastDay: string;
  /**
   * The campus day on which its classes must be created or compared next; missing once the series is over. If planning
   * failed, the time of the attempt is appended to the day.
   */
  dueOn?: string;
  /**
   * Incremented with each change that the classes of the series must follow, whether of the series or of data
   * that it depends on.
   */
  touches: number;
  deletedAt?: Date;
  revisions: { at: Date; by: string; change: string; from?: string }[];
  version: number;
}
const seriesSchema = new Schema<SeriesDocument>(
  {
    courseId: required(String),
    jointCourseIds: { type: [String], required: true },
    importKey: String,
    statements: Object,
    teacherId: required(String),
    rules: [new Schema(documentFields(storedRuleSchema), { _id: false })],
    nextId: required(Number),
    lastDay: required(String),
    dueOn: String,
    touches: required(Number),
    deletedAt: Date,
    revisions: [
      new Schema(
        { at: required(Date), by: required(String), change: required(String), from: String },
        { _id: false },
      ),
    ],
    version: required(Number),
    ...createdOnceFields,
  },
  { ...strictDocument, minimize: false },
);
seriesSchema.index({ courseId: 1, lastDay: 1 });
seriesSchema.index({ jointCourseIds: 1, lastDay: 1 });
// A missing `deletedAt` counts as null in an index.
seriesSchema.index(
  { courseId: 1, importKey: 1, deletedAt: 1 },
  { unique: true, partialFilterExpression: { importKey: { $exists: true } } },
);
seriesSchema.index({ teacherId: 1, lastDay: 1 });
seriesSchema.index({ 'rules.roomId': 1, lastDay: 1 });
seriesSchema.index({ dueOn: 1 }, { sparse: true });
for (const index of CREATED_ONCE_INDEXES) seriesSchema.index(...index);

export interface FeedDocument {
  _id: string;
  userType: string;
  tokenHash: string;
  createdAt: Date;
  /** How often the person had signed out everywhere when the address was created. */
  signOuts: number;
}
const feedSchema = new Schema<FeedDocument>(
  {
    _id: required(String),
    userType: required(String),
    tokenHash: required(String),
    createdAt: required(Date),
    signOuts: required(Number),
  },
  strictDocument,
);
feedSchema.index({ tokenHash: 1 }, { unique: true });

export type TermDocument = Omit<TermChanged, 'id'> & { _id: string };
const { id: _id, ...termFields } = documentFields(termChangedSchema);
const termSchema = new Schema<TermDocument>({ ...termFields, _id: required(String) }, strictDocument);

export const createTimetableModels = (connection: Connection) => ({
  series: connection.model<SeriesDocument>('Series', seriesSchema, 'series'),
  feeds: connection.model<FeedDocument>('CalendarFeed', feedSchema, 'calendarfeeds'),
  terms: connection.model<TermDocument>('Term', termSchema, 'terms'),
  rooms: connection.model<RoomDocument>('Room', roomSchema, 'rooms'),
});
