import { addDays } from '@qr-attendance/server';
import type { CoveredSection, SeriesRule, StoredRule } from '@qr-attendance/contracts';
import { withoutUndefined } from '@qr-attendance/server/mongo';

export const EARLIEST_DAY = '0000-01-01';

/** The limit is enough for any series, and low enough for one document. */
const MAX_RULES = 60;

export const hasRoomForRules = (rules: StoredRule[]): boolean => rules.length < MAX_RULES;

type SlotTimes = Omit<StoredRule['slots'][number], 'weekday'>;

/**
 * Gives each slot the id of the earlier slot that it continues, so that its classes keep their identity. A
 * slot with the same start is preferred.
 */
const continueIds = <NewSlot extends Omit<SlotTimes, 'id'>>(
  wanted: NewSlot[],
  earlier: (NewSlot & { id: number })[],
  isSameDay: (one: NewSlot, other: NewSlot) => boolean,
  newId: () => number,
): (NewSlot & { id: number })[] => {
  const free = [...earlier];
  const take = (matches: (slot: NewSlot) => boolean): number | undefined => {
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

export const replaceFrom = (rules: StoredRule[], rule: StoredRule): StoredRule[] => [
  ...rules.filter(({ from }) => from < rule.from),
  rule,
];

export const ruleOn = (rules: StoredRule[], day: string): StoredRule | undefined =>
  rules.findLast(({ from }) => from <= day) ?? rules[0];

export const endRulesFrom = (rules: StoredRule[], day: string): StoredRule[] => {
  const last = ruleOn(rules, day);
  if (!last) return rules;
  const ended: StoredRule = { ...last, from: day, slots: [], extraDates: [] };
  return replaceFrom(rules, ended);
};

export const dayBefore = (day: string): string => addDays(day, -1);

export const beforeNextRule = (rules: StoredRule[], index: number, day: string): string => {
  const next = rules[index + 1]?.from;
  return next === undefined || day < next ? day : dayBefore(next);
};

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
    .at(-1) ?? EARLIEST_DAY;

export const sectionsOf = (rules: StoredRule[]): CoveredSection[] =>
  rules.flatMap(({ sections = [] }) => sections);

export const rulesFrom = (rules: StoredRule[], day: string): StoredRule[] => {
  const first = ruleOn(rules, day);
  return rules.filter((rule) => rule === first || rule.from > day);
};
