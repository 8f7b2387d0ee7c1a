import { join, resolve } from 'node:path';
import { ROOT, type ServiceName, serviceNames, StartError } from '@qr-attendance/stack';
import { parseCommand } from './parse-command.ts';

const USAGE = `npm run events -- dead-letters list    [--group <service>]
npm run events -- dead-letters show    [--group <service>] [--id <id>]…
npm run events -- dead-letters redrive [--group <service>] [--id <id>]…
npm run events -- dead-letters discard  --group <service>   --id <id>…    deletes dead letters permanently
npm run events -- replay <service>     rebuilds the service's copies of other data while it runs`;

export type EventsCommand = { dataDir: string } & (
  | { name: 'list' | 'show' | 'redrive'; groups: ServiceName[]; ids: string[] | undefined }
  | { name: 'discard'; group: ServiceName; ids: string[] }
  | { name: 'replay'; service: ServiceName }
);

const isService = (text: string | undefined): text is ServiceName =>
  serviceNames.some((name) => name === text);
const serviceOf = (text: string | undefined): ServiceName => {
  if (isService(text)) return text;
  throw new StartError(`Name one of the services ${serviceNames.join(', ')}.`);
};
const isLettersCommand = (text: string | undefined) =>
  text === 'list' || text === 'show' || text === 'redrive';

const options = { group: { type: 'string' }, id: { type: 'string', multiple: true } } as const;

export const readEventsCommand = (): EventsCommand => {
  const { values, positionals } = parseCommand(
    { options, allowPositionals: true },
    (problem) => `${problem}\n\n${USAGE}`,
  );
  const dataDir = resolve(process.env['DATA_DIR'] ?? join(ROOT, '.data'));
  const [what, which] = positionals;
  if (what === 'replay') return { dataDir, name: 'replay', service: serviceOf(which) };
  if (what === 'dead-letters' && which === 'discard' && values.id)
    return { dataDir, name: which, group: serviceOf(values.group), ids: values.id };
  if (what === 'dead-letters' && isLettersCommand(which)) {
    const groups = values.group === undefined ? [...serviceNames] : [serviceOf(values.group)];
    return { dataDir, name: which, groups, ids: values.id };
  }
  throw new StartError(USAGE);
};
