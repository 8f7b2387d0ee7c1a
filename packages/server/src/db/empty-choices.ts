import mongoose, { type Connection, type Query, type Schema } from 'mongoose';

type Condition = Record<string, unknown>;

const isCondition = (value: unknown): value is Condition => typeof value === 'object' && value !== null;
const isEmptyChoice = (value: unknown): boolean =>
  isCondition(value) && Array.isArray(value['$in']) && value['$in'].length === 0;

/** Whether a filter contains an empty list of choices, for example for a person without courses. */
const choosesNothing = (filter: Condition): boolean =>
  Object.entries(filter).some(([key, value]) => {
    if (key === '$and') return Array.isArray(value) && value.some(choosesNothing);
    if (key === '$or') return Array.isArray(value) && value.length > 0 && value.every(choosesNothing);
    return isEmptyChoice(value);
  });

const NOTHING = { find: [], findOne: null, countDocuments: 0, distinct: [] } as const;
type ReadOperation = keyof typeof NOTHING;

/** Mongoose cannot iterate over a skipped cursor, and does not count cursors as executions. */
const isCursor = (query: Query<unknown, unknown>): boolean =>
  (query as { _execCount?: number })._execCount === 0;

const answerWithout = (schema: Schema): void => {
  for (const [name, nothing] of Object.entries(NOTHING))
    schema.pre(name as ReadOperation, function skipEmptyChoice(this: Query<unknown, unknown>) {
      if (!isCursor(this) && choosesNothing(this.getFilter())) throw mongoose.skipMiddlewareFunction(nothing);
    });
};

/**
 * Answers reads whose filter contains an empty list of choices without a query. MongoDB evaluates other
 * conditions first, so such a read is expensive: for a student without a course it would read all sessions.
 * Aggregations are not covered, because Mongoose cannot skip them.
 */
export const skipEmptyChoices = (connection: Connection): void => {
  connection.plugin(answerWithout);
};
