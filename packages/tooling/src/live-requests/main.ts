import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatText } from '../format.ts';
import { toMarkdown } from './to-markdown.ts';

const file = join(import.meta.dirname, '../../../../docs/live-requests.md');
await writeFile(file, await formatText(file, toMarkdown()));
