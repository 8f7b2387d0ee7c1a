import { connectEventBus, ConfigError, createLogger, type EventBus } from '@qr-attendance/service-kit';
import { readAccess, type Access } from '../events/access.ts';
import { findDeadLetters, listed, redriveDeadLetters, shown } from '../events/dead-letters.ts';
import { replay } from '../events/replay.ts';
import { StartError } from '../start-error.ts';
import { readEventsCommand, type EventsCommand } from './events-options.ts';
import { reportFailure } from './report-failure.ts';

const onBus = async (
  bus: EventBus,
  { name, groups, ids }: Extract<EventsCommand, { groups: unknown }>,
): Promise<string> => {
  if (name === 'redrive') return `Redriven: ${await redriveDeadLetters(bus, groups, ids ?? 'all')}`;
  const letters = await findDeadLetters(bus, groups, ids);
  return name === 'list' ? listed(letters) : shown(letters);
};

const run = async (command: EventsCommand, access: Access): Promise<void> => {
  if (command.name === 'replay') {
    await replay(access, command.service, (topic, aggregates) =>
      console.log(`${topic.padEnd(28)} ${aggregates} announced`),
    );
    console.log(`They reach ${command.service} as events, within moments on an idle system.`);
    return;
  }
  const bus = await connectEventBus(access, createLogger('events', 'error'));
  try {
    console.log(await onBus(bus, command));
  } finally {
    await bus.close();
  }
};

try {
  const command = readEventsCommand();
  await run(command, await readAccess(command.dataDir));
  process.exit(0);
} catch (error) {
  const mended = error instanceof ConfigError ? new StartError(error.message) : error;
  reportFailure(mended, 'That did not work');
  process.exit(1);
}
