import { StartError } from '@qr-attendance/stack';
import { readAccess, type SystemAccess } from '../events/system-access.ts';
import {
  discardDeadLetters,
  findDeadLetters,
  formatAsList,
  redriveDeadLetters,
  formatAsJson,
} from '../events/dead-letters.ts';
import { replay } from '../events/replay.ts';
import { readEventsCommand, type EventsCommand } from './events-options.ts';
import { reportFailure } from './report-failure.ts';

/** Without this check, a mistyped id would look like a dead letter that somebody else has handled. */
const ensureFound = (count: number, ids: string[] | undefined): void => {
  if (ids && count === 0)
    throw new StartError(
      `No dead letter has the id ${ids.join(', ')}. Their ids: npm run events -- dead-letters list`,
    );
};

const run = async (command: EventsCommand, access: SystemAccess): Promise<void> => {
  switch (command.name) {
    case 'replay':
      await replay(access, command.service, (topic, aggregates) =>
        console.log(`${topic.padEnd(28)} ${aggregates} republished`),
      );
      console.log(`They reach ${command.service} as events within moments.`);
      return;
    case 'redrive': {
      const { redriven, failed } = await redriveDeadLetters(access, command.groups, command.ids);
      ensureFound(redriven + failed, command.ids);
      console.log(`Redriven: ${redriven}${failed > 0 ? `, failed again: ${failed}` : ''}`);
      return;
    }
    case 'discard': {
      const discarded = await discardDeadLetters(access, command.group, command.ids);
      ensureFound(discarded, command.ids);
      console.log(`Discarded: ${discarded}`);
      return;
    }
    default: {
      const letters = await findDeadLetters(access, command.groups, command.ids);
      ensureFound(letters.length, command.ids);
      console.log(command.name === 'list' ? formatAsList(letters) : formatAsJson(letters));
    }
  }
};

try {
  const command = readEventsCommand();
  await run(command, await readAccess(command.dataDir));
  process.exit(0);
} catch (error) {
  reportFailure(error, 'The command failed');
  process.exit(1);
}
