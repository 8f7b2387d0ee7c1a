import { addDays } from '@qr-attendance/server';
import type { CoveredSection, SeriesRule, StoredRule } from '@qr-attendance/contracts';
import { withoutUndefined } from '@qr-attendance/server/mongo';

/** Applies from the beginning. */
export const FIRST_DAY = '0000-01-01';

/** More than a series is ever changed, and few enough for one document. */
const MAX_RULES = 60;

export const hasRoomForRules = (rules: StoredRule[]): boolean => rules.length < MAX_RULES;

type Timed = Omit<StoredRule['slots'][number], 'weekday'>;

/**
 * Gives each slot the id of the earlier slot that it continues, so that its classes keep their identity; the
 * same start comes first.
 */
const continueIds = <Wanted extends Omit<Timed, 'id'>>(
  wanted: Wanted[],
  earlier: (Wanted & { id: number })[],
  isSameDay: (one: Wanted, other: Wanted) => boolean,
  newId: () => number,
): (Wanted & { id: number })[] => {
  const free = [...earlier];
  const take = (matches: (slot: Wanted) => boolean): number | undefined => {
    const index = free.findIndex(matches);
    return index < 0 ? undefined : free.splice(index, 1)[0]?.id;
  };
  const exact = wanted.map((slot) => take((other) => isSameDay(slot, other) && slot.start === other.start));
  return wanted.map((slot, index) => ({
    ...slot,
    id: exact[index] ?? take((other) => isSameDay(slot, other)) ?? newId(),
  }));
};

/** @param nextId the first id that no slot of the series has ever had */
export const toStoredRule = (
  { slots, extraDates, ...rule }: SeriesRule,
  from: string,
  before: StoredRule | undefined,
  nextId: number,
): { rule: StoredRule; nextId: number } => {
  let next = nextId;
  const newId = () => next++;
  const stored = withoutUndefined({
    ...rule,
    online: rule.online || undefined,
    sections: rule.sections.length > 0 ? rule.sections : undefined,
    from,
    slots: continueIds(slots, before?.slots ?? [], (one, other) => one.weekday === other.weekday, newId),
    extraDates: continueIds(
      extraDates,
      before?.extraDates ?? [],
      (one, other) => one.day === other.day,
      newId,
    ),
  });
  return { rule: stored as StoredRule, nextId: next };
};

/** The rules with another one from a day on. */
export const replaceFrom = (rules: StoredRule[], rule: StoredRule): StoredRule[] => [
  ...rules.filter(({ from }) => from < rule.from),
  rule,
];

/** The rule that applies on a day. */
export const ruleOn = (rules: StoredRule[], day: string): StoredRule | undefined =>
  rules.findLast(({ from }) => from <= day) ?? rules[0];

/** The rules without classes from a day on. */
export const endFrom = (rules: StoredRule[], day: string): StoredRule[] => {
  const last = ruleOn(rules, day);
  if (!last) return rules;
  const ended: StoredRule = { ...last, from: day, slots: [], extraDates: [] };
  return replaceFrom(rules, ended);
};

export const dayBefore = (day: string): string => addDays(day, -1);

/** The day, or the last one before the rule after this one applies. */
export const beforeNextRule = (rules: StoredRule[], index: number, day: string): string => {
  const next = rules[index + 1]?.from;
  return next === undefined || day < next ? day : dayBefore(next);
};

/** The last day that may have a class of the wanted rules. */
export const lastDayOf = (
  rules: StoredRule[],
  isWanted: (rule: StoredRule) => boolean = () => true,
): string =>
  rules
    .flatMap((rule, index) => {
      if (!isWanted(rule)) return [];
      const { slots, extraDates, lastDay } = rule;
      const days = [...(slots.length > 0 ? [lastDay] : []), ...extraDates.map(({ day }) => day)];
      return days.map((day) => beforeNextRule(rules, index, day));
    })
    .sort()
    .at(-1) ?? FIRST_DAY;

/** The sections named by any of the rules. */
export const sectionsOf = (rules: StoredRule[]): CoveredSection[] =>
  rules.flatMap(({ sections = [] }) => sections);

/** The rules that apply on a day or later. */
export const rulesFrom = (rules: StoredRule[], day: string): StoredRule[] => {
  const first = ruleOn(rules, day);
  return rules.filter((rule) => rule === first || rule.from > day);
};
