import { resolve } from 'node:path';
import { createCampus, MIN_CAMPUS_PEOPLE, writeCampus } from '@qr-attendance/demo';
import { StartError } from '@qr-attendance/stack';
import { parseCommand } from './parse-command.ts';
import { reportFailure } from './report-failure.ts';

const USAGE = 'Usage: npm run campus -- --people <number> --seed <number> --out <folder>';
const MAX_PEOPLE = 1_000_000;

const readWholeNumber = (
  text: string | undefined,
  name: string,
  minimum: number,
  maximum: number,
): number => {
  const value = Number(text);
  if (text === undefined || !/^\d+$/u.test(text) || value < minimum || value > maximum)
    throw new StartError(`--${name} takes a whole number from ${minimum} to ${maximum}.\n${USAGE}`);
  return value;
};

const readCampusOptions = () => {
  const text = { type: 'string' } as const;
  const { values } = parseCommand({ options: { people: text, seed: text, out: text } }, () => USAGE);
  const { people, seed, out } = values;
  if (!out) throw new StartError(USAGE);
  return {
    people: readWholeNumber(people, 'people', MIN_CAMPUS_PEOPLE, MAX_PEOPLE),
    seed: readWholeNumber(seed, 'seed', 0, 2 ** 31),
    folder: resolve(out),
  };
};

try {
  const { folder, ...options } = readCampusOptions();
  const counts = await writeCampus(createCampus(options), folder);
  for (const [file, count] of Object.entries(counts)) console.log(`${String(count).padStart(9)}  ${file}`);
  console.log(`Written to ${folder}`);
} catch (error) {
  reportFailure(error, 'The campus could not be written');
  process.exitCode = 1;
}
