import { join } from 'node:path';
import { createCampus, createLaterFiles, MIN_CAMPUS_PEOPLE, writeCampus } from '@qr-attendance/demo';
import {
  createCommandLine,
  parseCommandLine,
  parseWholeNumber,
  resolveGiven,
} from '@qr-attendance/server/command-line';
import { reportFailure } from './report-failure.ts';

const MAX_PEOPLE = 1_000_000;

const readCampusOptions = () => {
  const program = createCommandLine(
    'npm run demo -- campus',
    'Writes a made-up campus as files to import, with later files of the same term and of the next one.',
  )
    .requiredOption('--people <number>', 'number of people', parseWholeNumber(MIN_CAMPUS_PEOPLE, MAX_PEOPLE))
    .requiredOption('--seed <number>', 'the same seed makes the same campus', parseWholeNumber(0, 2 ** 31))
    .requiredOption('--out <folder>', 'folder for the files');
  parseCommandLine(program);
  const { people, seed, out } = program.opts();
  return { people, seed, folder: resolveGiven(out) };
};

try {
  const { folder, ...options } = readCampusOptions();
  const print = (counts: Record<string, number>, within = ''): void => {
    for (const [file, count] of Object.entries(counts))
      console.log(`${String(count).padStart(9)}  ${within}${file}`);
  };
  print(await writeCampus(createCampus(options), folder));
  for (const [name, files] of Object.entries(createLaterFiles(options)))
    print(await writeCampus(files, join(folder, name)), `${name}/`);
  console.log(`Written to ${folder}`);
} catch (error) {
  reportFailure(error, 'The campus could not be written');
  process.exitCode = 1;
}
