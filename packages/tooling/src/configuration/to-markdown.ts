import { describeSetting, type Setting } from './describe-setting.ts';
import type { Process } from './read-processes.ts';

const INTRODUCTION = `# Configuration

Every setting is an environment variable. A missing or wrong one stops the start with a sentence that names it; what is set and not
listed here is ignored. **Secret** ones belong into a Secret, never into an image, a chart's values or a log.

Written by \`npm run docs:configuration\` from the schemas in \`src/config.ts\` of each process; change it there.`;

interface Described {
  name: string;
  settings: Setting[];
}

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');
const row = ({ name, description, type, whenUnset, secret }: Setting): string =>
  `| \`${name}\` | ${[secret ? `**Secret.** ${description}` : description, type, whenUnset].map(cell).join(' | ')} |`;
const table = (settings: Setting[]): string =>
  ['| Variable | Meaning | Type | Unless set |', '| --- | --- | --- | --- |', ...settings.map(row)].join(
    '\n',
  );

const same = (one: Setting, other: Setting | undefined): boolean =>
  other !== undefined && row(one) === row(other);
/** Those that each of the processes has, in the very same way. */
const sharedBy = ([first, ...others]: Described[]): Setting[] =>
  (first?.settings ?? []).filter((setting) =>
    others.every(({ settings }) =>
      same(
        setting,
        settings.find(({ name }) => name === setting.name),
      ),
    ),
  );
const without = (settings: Setting[], told: Setting[]): Setting[] =>
  settings.filter((setting) => !told.some((one) => same(one, setting)));

const section = (title: string, text: string): string => `## ${title}\n\n${text}`;

/** The reference of all settings as Markdown: what all processes have, what all services have, then each process. */
export const toMarkdown = (processes: Process[]): string => {
  const described = processes.map(({ name, settings }) => ({
    name,
    settings: Object.entries(settings).map(([variable, schema]) => describeSetting(variable, schema)),
  }));
  const everywhere = sharedBy(described);
  const inServices = without(sharedBy(described.filter(({ name }) => name !== 'gateway')), everywhere);
  const told = [...everywhere, ...inServices];
  const migrations = processes
    .filter(({ migration }) => migration.length > 0)
    .map(({ name, migration }) => `- ${name}: ${migration.map((variable) => `\`${variable}\``).join(', ')}`);
  return [
    INTRODUCTION,
    section('Every process', table(everywhere)),
    section('Every service', table(inServices)),
    ...described.map(({ name, settings }) =>
      section(name === 'gateway' ? 'Gateway' : `Service: ${name}`, table(without(settings, told))),
    ),
    section(
      'Migration steps',
      `Each reads what it needs of its service's settings:\n\n${migrations.join('\n')}`,
    ),
  ].join('\n\n');
};

/** Variables that nobody described, as `process: VARIABLE`. */
export const findUndescribed = (processes: Process[]): string[] =>
  processes.flatMap(({ name, settings }) =>
    Object.entries(settings)
      .filter(([variable, schema]) => describeSetting(variable, schema).description.trim() === '')
      .map(([variable]) => `${name}: ${variable}`),
  );
