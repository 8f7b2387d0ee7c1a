import { describeSetting, type Setting } from './describe-setting.ts';
import type { Process } from './read-processes.ts';

const INTRODUCTION = `# Configuration

Every setting is an environment variable. A missing or invalid one stops the start and is named; unknown ones are ignored. \`npm start\` passes each to its process, and names those that it chooses itself. Keep **secret** ones out of
images, chart values and logs. An empty type means text, an empty default none. \`npm run check -- docs --write\` generates this page from \`src/config.ts\` of each process.`;

interface ProcessSettings {
  name: string;
  settings: Setting[];
}

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');
const row = ({ name, description, type, whenUnset, secret }: Setting): string => {
  const cells = [
    secret ? `**Secret.** ${description}` : description,
    type === 'text' ? '' : type,
    whenUnset === 'none' ? '' : whenUnset,
  ];
  return `| \`${name}\` | ${cells.map(cell).join(' | ')} |`;
};
const table = (settings: Setting[]): string =>
  ['| Variable | Meaning | Type | Default |', '| --- | --- | --- | --- |', ...settings.map(row)].join('\n');

const same = (one: Setting, other: Setting | undefined): boolean =>
  other !== undefined && row(one) === row(other);
const sharedBy = ([first, ...others]: ProcessSettings[]): Setting[] =>
  (first?.settings ?? []).filter((setting) =>
    others.every(({ settings }) =>
      same(
        setting,
        settings.find(({ name }) => name === setting.name),
      ),
    ),
  );
const sharedBySome = (
  processes: ProcessSettings[],
  listed: Setting[],
): { setting: Setting; users: string[] }[] => {
  const shared = new Map<string, { setting: Setting; users: string[] }>();
  for (const { name, settings } of processes)
    for (const setting of without(settings, listed)) {
      const sharedSetting = shared.get(row(setting));
      if (sharedSetting) sharedSetting.users.push(name);
      else shared.set(row(setting), { setting, users: [name] });
    }
  return [...shared.values()].filter(({ users }) => users.length > 1);
};
const without = (settings: Setting[], listed: Setting[]): Setting[] =>
  settings.filter((setting) => !listed.some((one) => same(one, setting)));

const section = (title: string, text: string): string => `## ${title}\n\n${text}`;

export const toMarkdown = (processes: Process[]): string => {
  const described = processes.map(({ name, settings }) => ({
    name,
    settings: Object.entries(settings).map(([variable, schema]) => describeSetting(variable, schema)),
  }));
  const everywhere = sharedBy(described);
  const inServices = without(sharedBy(described.filter(({ name }) => name !== 'gateway')), everywhere);
  const inSome = sharedBySome(described, [...everywhere, ...inServices]);
  const listed = [...everywhere, ...inServices, ...inSome.map(({ setting }) => setting)];
  const migrations = [...new Set(processes.flatMap(({ migration }) => migration))];
  return [
    INTRODUCTION,
    section('Every process', table(everywhere)),
    section('Every service', table(inServices)),
    section(
      'Several processes',
      table(
        inSome.map(({ setting, users }) => ({
          ...setting,
          description: `${setting.description} (${users.join(', ')})`,
        })),
      ),
    ),
    ...described.map(({ name, settings }) =>
      section(name === 'gateway' ? 'Gateway' : `Service: ${name}`, table(without(settings, listed))),
    ),
    section(
      'Migration steps',
      `Each migration reads those of its service's settings: ${migrations.map((variable) => `\`${variable}\``).join(', ')}.`,
    ),
  ].join('\n\n');
};

export const findUndescribed = (processes: Process[]): string[] =>
  processes.flatMap(({ name, settings }) =>
    Object.entries(settings)
      .filter(([variable, schema]) => describeSetting(variable, schema).description.trim() === '')
      .map(([variable]) => `${name}: ${variable}`),
  );

/** Returns the setting names of each process as JSON; `npm start` passes only these to a process. */
export const toNames = (processes: Process[]): string =>
  JSON.stringify(
    Object.fromEntries(
      processes.map(({ name, settings, migration }) => [
        name,
        [...new Set([...Object.keys(settings), ...migration])].toSorted(),
      ]),
    ),
  );
