import { expect, test } from '@jest/globals';
import { campus } from './corpus/campus.ts';
import { lessons } from './corpus/lessons.ts';
import { people } from './corpus/people.ts';
import { readList } from './read-list.ts';

/** Sample lists in the formats of campus systems, written from the public descriptions of these formats. */
test.each([...people, ...campus, ...lessons].map(({ name, ...list }): [string, typeof list] => [name, list]))(
  '%s: every line is read, or reported with its problem',
  (_name, { kind, lines, read }) => {
    expect(readList(kind, `${lines.join('\n')}\n`).read).toEqual(read);
    // The same list with a byte order mark and CRLF.
    expect(readList(kind, `\uFEFF${lines.join('\r\n')}`).read).toEqual(read);
  },
);
