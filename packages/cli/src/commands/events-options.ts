import { type ServiceName, serviceNames } from '@qr-attendance/stack';
import {
  Argument,
  collectValues,
  createCommandLine,
  Option,
  parseCommandLine,
} from '@qr-attendance/server/command-line';
import { dataFolder } from './data-folder.ts';

type EventsAction =
  | { name: 'list' | 'show' | 'redrive'; groups: ServiceName[]; ids: string[] | undefined }
  | { name: 'discard'; group: ServiceName; ids: string[] }
  | { name: 'replay'; service: ServiceName };
export type EventsCommand = { dataDir: string } & EventsAction;

const group = () =>
  new Option('--group <service>', 'the service that could not handle them').choices(serviceNames);

export const readEventsCommand = (): EventsCommand => {
  let chosen: EventsAction | undefined;
  const program = createCommandLine(
    'npm run events --',
    'Handles events that a service could not, and rebuilds copies of data (docs/operations/events.md).',
  );
  const letters = program.command('dead-letters').description('events that a service could not handle');
  const commands = {
    list: 'lists dead letters',
    show: 'shows dead letters with their events',
    redrive: 'hands dead letters to their service again',
  };
  for (const name of ['list', 'show', 'redrive'] as const)
    letters
      .command(name)
      .description(commands[name])
      .addOption(group())
      .option('--id <id>', 'only this one; can be repeated', collectValues)
      .action((options) => {
        const groups = options.group === undefined ? [...serviceNames] : [options.group];
        chosen = { name, groups, ids: options.id };
      });
  letters
    .command('discard')
    .description('deletes dead letters permanently')
    .addOption(group().makeOptionMandatory())
    .requiredOption('--id <id>', 'can be repeated', collectValues)
    .action((options) => {
      chosen = { name: 'discard', group: options.group as ServiceName, ids: options.id as string[] };
    });
  program
    .command('replay')
    .description('rebuilds the service’s copies of other data while it runs')
    .addArgument(new Argument('<service>').choices(serviceNames))
    .action((service) => {
      chosen = { name: 'replay', service };
    });
  parseCommandLine(program);
  return { dataDir: dataFolder(), ...(chosen as EventsAction) };
};
