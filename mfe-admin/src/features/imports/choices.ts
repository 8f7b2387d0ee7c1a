import {
  dayOrderSchema,
  type ImportFieldName,
  type ImportKind,
  type ImportRun,
} from '@qr-attendance/contracts';
import { fieldsOf, findDayOrder, findUnknownValues, normalizeName } from '@qr-attendance/tables';
import type { PreviewOptions } from './api.ts';

type DayOrder = NonNullable<PreviewOptions['dayOrder']>;

export interface Choices {
  mapping: Record<string, number>;
  joined: Record<string, number[]>;
  fixed: Record<string, string>;
  values: Record<string, Record<string, string>>;
  dayOrder: DayOrder | undefined;
}

export const choicesOfRun = ({
  mapping = {},
  joined = {},
  fixed = {},
  values = {},
  dayOrder,
}: ImportRun): Choices => ({
  mapping,
  joined,
  fixed,
  values,
  dayOrder: dayOrderSchema.safeParse(dayOrder).data,
});

export const questionsOf = (kind: ImportKind, { reading }: ImportRun, { mapping, values }: Choices) => ({
  asksDayOrder: reading !== undefined && findDayOrder(kind, mapping, reading) === 'ask',
  unknownValues: reading
    ? Object.entries(findUnknownValues(kind, mapping, reading)).map(([field, found]) => ({
        field: field as ImportFieldName,
        values: found.map((text) => ({ text, meaning: values[field]?.[normalizeName(text)] })),
      }))
    : [],
});

export const missingFields = (kind: ImportKind, { mapping, fixed }: Choices): ImportFieldName[] =>
  fieldsOf(kind).flatMap(({ name, required }) =>
    required && mapping[name] === undefined && !fixed[name]?.trim() ? name : [],
  );

const withEntries = <Value>(name: string, record: Record<string, Value>) =>
  Object.keys(record).length > 0 ? { [name]: record } : {};

export const toPreviewOptions = ({ mapping, joined, fixed, values, dayOrder }: Choices): PreviewOptions => {
  const filled = Object.fromEntries(Object.entries(fixed).filter(([, value]) => value.trim() !== ''));
  return {
    mapping,
    ...withEntries('joined', joined),
    ...withEntries('fixed', filled),
    ...withEntries('values', values),
    ...(dayOrder && { dayOrder }),
  };
};
