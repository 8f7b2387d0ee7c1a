import type { DeadLetter, EventBus } from '@qr-attendance/service-kit';

type Found = DeadLetter & { group: string };

/** The dead letters of some groups; `ids` leaves out all others. */
export const findDeadLetters = async (bus: EventBus, groups: string[], ids?: string[]): Promise<Found[]> => {
  const found: Found[] = [];
  for (const group of groups)
    for (const letter of await bus.deadLetters(group)) found.push({ ...letter, group });
  return ids ? found.filter(({ id }) => ids.includes(id)) : found;
};

const lineOf = ({ group, id, event, origin, attempts, reason }: Found): string =>
  [
    group.padEnd(10),
    id,
    `${event?.topic ?? origin.topic} ${event ? `${event.key} v${event.version}` : '(no event)'}`,
    `tried ${attempts}×`,
    reason.replaceAll(/\s+/g, ' ').slice(0, 120),
  ].join('  ');

/** One line each. */
export const listed = (letters: Found[]): string =>
  letters.length === 0 ? 'No dead letters.' : letters.map(lineOf).join('\n');

/** Everything that is known of each, as JSON. */
export const shown = (letters: Found[]): string => JSON.stringify(letters, null, 2);

/** Gives dead letters back to their groups. @returns how many */
export const redriveDeadLetters = async (
  bus: EventBus,
  groups: string[],
  ids: string[] | 'all',
): Promise<number> => {
  let total = 0;
  for (const group of groups) total += await bus.redrive(group, ids);
  return total;
};
