import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectNoArguments } from '@qr-attendance/server/command-line';
import { formatText } from '../format.ts';
import { toMarkdown } from './to-markdown.ts';

expectNoArguments('npm run docs:live-requests', 'Writes docs/live-requests.md.');
const file = join(import.meta.dirname, '../../../../docs/live-requests.md');
await writeFile(file, await formatText(file, toMarkdown()));
