// Creates and registers the files of something new: `npm run new -- page|route|event <name> [place]`.
import { join } from 'node:path';
import { userTypeSchema } from '@qr-attendance/contracts';
import { Argument, Option, createCommandLine, parseCommandLine } from '@qr-attendance/server/command-line';
import { generate, kinds, usage } from './generate.ts';

const ROOT = join(import.meta.dirname, '../../../..');

const program = createCommandLine('npm run new --', 'Creates and registers the files of something new.')
  .addArgument(new Argument('<kind>', 'what to create').choices(kinds))
  .argument('<name>', 'its name, as in grade-overview; of a page, its path, as in courses/:courseId/notes')
  .argument('[place]', 'its area or service')
  .option('--area <area>', 'the same as [place]')
  .option('--service <service>', 'the same as [place]')
  .option('--name <name>', 'names the files of a page, instead of its path')
  .option('--icon <icon>', 'adds a page to the navigation, with an icon of antd, as in BookOutlined')
  .addOption(
    new Option('--user-type <type>', 'who may open a page, instead of the area’s user type').choices(
      userTypeSchema.options,
    ),
  )
  .addHelpText('after', `\n${usage()}`);
parseCommandLine(program);
const [kind, name, place] = program.processedArgs;
const { area, service, ...options } = program.opts();

try {
  const { files, next } = await generate(ROOT, kind, name, place ?? area ?? service, options);
  console.log([...files, '', 'Next:', ...next.map((step) => `- ${step}`)].join('\n'));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
