import { Argument, Option } from '@commander-js/extra-typings';
import { type ServiceName, serviceNames } from '@qr-attendance/stack';
import { createCommandLine, dataFolder, parseCommandLine } from './command-line.ts';

type Chosen =
  | { name: 'list' | 'show' | 'redrive'; groups: ServiceName[]; ids: string[] | undefined }
  | { name: 'discard'; group: ServiceName; ids: string[] }
  | { name: 'replay'; service: ServiceName };
export type EventsCommand = { dataDir: string } & Chosen;

const collect = (id: string, before: string[] = []): string[] => [...before, id];
const group = () =>
  new Option('--group <service>', 'the service that could not handle them').choices(serviceNames);

export const readEventsCommand = (): EventsCommand => {
  let chosen: Chosen | undefined;
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
      .option('--id <id>', 'only this one; can be repeated', collect)
      .action((options) => {
        const groups = options.group === undefined ? [...serviceNames] : [options.group];
        chosen = { name, groups, ids: options.id };
      });
  letters
    .command('discard')
    .description('deletes dead letters permanently')
    .addOption(group().makeOptionMandatory())
    .requiredOption('--id <id>', 'can be repeated', collect)
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
  return { dataDir: dataFolder(), ...(chosen as Chosen) };
};
