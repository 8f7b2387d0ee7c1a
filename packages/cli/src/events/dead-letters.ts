import { DEAD_LETTER_PAGE, deadLetterRoutes, type DeadLetter } from '@qr-attendance/contracts';
import type { ServiceName } from '@qr-attendance/stack';
import type { SystemAccess } from './system-access.ts';
import { askService } from './ask-service.ts';

type GroupDeadLetter = DeadLetter & { group: ServiceName };

export const findDeadLetters = async (
  access: SystemAccess,
  groups: ServiceName[],
  ids?: string[],
): Promise<GroupDeadLetter[]> => {
  const all: GroupDeadLetter[] = [];
  for (const group of groups) {
    let after: string | undefined;
    do {
      const { letters, next } = await askService(access, group, deadLetterRoutes[group].list, {
        query: { after },
      });
      all.push(...letters.map((letter) => ({ ...letter, group })));
      after = next;
    } while (after !== undefined);
  }
  return ids ? all.filter(({ id }) => ids.includes(id)) : all;
};

const lineOf = ({ group, id, event, origin, attempts, reason }: GroupDeadLetter): string =>
  [
    group.padEnd(10),
    id,
    `${event?.topic ?? origin.topic} ${event ? `${event.key} v${event.version}` : '(no event)'}`,
    `tried ${attempts}×`,
    reason.replaceAll(/\s+/g, ' ').slice(0, 120),
  ].join('  ');

export const formatAsList = (letters: GroupDeadLetter[]): string =>
  letters.length === 0 ? 'No dead letters.' : letters.map(lineOf).join('\n');

export const formatAsJson = (letters: GroupDeadLetter[]): string => JSON.stringify(letters, null, 2);

const pagesOf = (ids: string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / DEAD_LETTER_PAGE) }, (_page, index) =>
    ids.slice(index * DEAD_LETTER_PAGE, (index + 1) * DEAD_LETTER_PAGE),
  );

export const redriveDeadLetters = async (
  access: SystemAccess,
  groups: ServiceName[],
  ids: string[] | undefined,
): Promise<{ redriven: number; failed: number }> => {
  const total = { redriven: 0, failed: 0 };
  const redrive = async (group: ServiceName, body: { ids?: string[]; after?: string | undefined }) => {
    const { redriven, failed, next } = await askService(access, group, deadLetterRoutes[group].redrive, {
      body,
    });
    total.redriven += redriven;
    total.failed += failed;
    return next;
  };
  for (const group of groups) {
    if (ids) for (const page of pagesOf(ids)) await redrive(group, { ids: page });
    else {
      let after: string | undefined;
      do after = await redrive(group, { after });
      while (after !== undefined);
    }
  }
  return total;
};

export const discardDeadLetters = async (
  access: SystemAccess,
  group: ServiceName,
  ids: string[],
): Promise<number> => {
  let total = 0;
  for (const page of pagesOf(ids))
    total += (await askService(access, group, deadLetterRoutes[group].discard, { body: { ids: page } }))
      .discarded;
  return total;
};
