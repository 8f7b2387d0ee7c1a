import { termBreakKindSchema, type Term, type TermBreakKind } from '@qr-attendance/contracts';
import type { NewTerm } from './api.ts';

export interface BreakValues {
  kind: TermBreakKind;
  name: string;
  firstDay: string;
  /** Empty for a break of a single day. */
  lastDay?: string;
}
export interface TermValues {
  name: string;
  externalId: string;
  firstDay: string;
  lastDay: string;
  breaks: BreakValues[];
}

export const valuesOf = (term: Term | undefined): TermValues => ({
  name: term?.name ?? '',
  externalId: term?.externalId ?? '',
  firstDay: term?.firstDay ?? '',
  lastDay: term?.lastDay ?? '',
  breaks: (term?.breaks ?? []).map(({ kind, name, firstDay, lastDay }) => ({
    kind: termBreakKindSchema.safeParse(kind).data ?? 'break',
    name,
    firstDay,
    lastDay: lastDay === firstDay ? '' : lastDay,
  })),
});

export const toNewTerm = ({ breaks, ...term }: TermValues): NewTerm => ({
  ...term,
  breaks: breaks.map(({ lastDay, ...one }) => ({ ...one, lastDay: lastDay || one.firstDay })),
});
