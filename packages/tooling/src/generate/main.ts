// Creates and registers the files of something new: `npm run new -- page|route|event <name> [place]`.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generate, usage } from './generate.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const option = { type: 'string' } as const;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { area: option, service: option },
  });
  const [kind, name, place = values.area ?? values.service, ...others] = positionals;
  if (kind === undefined || name === undefined || others.length > 0) throw new Error(usage());
  const { files, next } = await generate(ROOT, kind, name, place);
  console.log([...files, '', 'Next:', ...next.map((step) => `- ${step}`)].join('\n'));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
