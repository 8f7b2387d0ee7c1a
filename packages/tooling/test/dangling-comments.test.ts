import { describe, expect, it } from '@jest/globals';
import { findDangling } from '../src/comments/find-dangling.ts';
import { findPhrases } from '../src/comments/find-phrases.ts';

describe('the comment check', () => {
  it.each([
    ['a.ts', '/** Of the last hour. */\nconst hour = 1;'],
    ['a.tsx', '/**\n * Whose session it is.\n */\nconst owner = 1;'],
    ['a.mjs', `const a = 1; ${'//'} So that it ends.`],
    ['a.ts', '// One that was deleted.\nconst a = 1;'],
    ['a.sql', '-- Who may read it.\nSELECT 1;'],
    ['a.yml', '# Told by the gateway.\na: 1'],
    ['web.Dockerfile', '# By the first stage.\nRUN true'],
    ['a.ts', '// It may fail again.\nconst a = 1;'],
    ['a.ts', '/** Whom a person may see. */\nconst seen = 1;'],
    ['a.ts', '/** Those of other courses. */\nconst others = 1;'],
    ['a.ts', '// But not after the end.\nconst a = 1;'],
  ])('finds an opening without a subject in %s: %j', (path, source) => {
    expect(findDangling(path, source)).toHaveLength(1);
  });

  it.each([
    ['a.ts', '/** The last hour. */\nconst hour = 1;'],
    ['a.ts', '// The gateway closes the connection\n// so that the client retries.\nconst a = 1;'],
    ['a.ts', '/**\n * Closes the connection.\n * So does the client.\n */\nconst a = 1;'],
    ['a.ts', '// By default a session ends after three hours.\nconst a = 1;'],
    ['a.ts', '// The retry may fail.\n// It is repeated once.\nconst a = 1;'],
    ['a.ts', '// Items are kept in order.\nconst a = 1;'],
    ['a.ts', "const address = 'http://So.example';"],
    ['a.md', '# What is it?'],
  ])('accepts complete sentences in %s: %j', (path, source) => {
    expect(findDangling(path, source)).toEqual([]);
  });

  it('reports the line and the text', () => {
    expect(findDangling('a.ts', 'const a = 1;\n\n// That is late.\nconst b = 2;')).toEqual([
      { line: 3, text: 'That is late.' },
    ]);
  });
});

describe('the phrase check', () => {
  it.each([
    ['a.ts', '// Stays open, also if the network fails.', 'also if'],
    ['a.test.ts', "it('reads a course of an own term', run);", 'an own'],
    ['a.sql', '-- Lines are dropped without a word.', 'without a word'],
    ['a.ts', '// The scan waits if there is such one.', 'such one'],
    ['a.ts', '/** The end, as said by the server. */', 'said by'],
    ['a.test.ts', "it('shows what is there', run);", 'what is there'],
    ['a.ts', '// Teachers are told of the change.', 'told of'],
  ])('finds a phrase in %s: %j', (path, source, text) => {
    expect(findPhrases(path, source)).toMatchObject([{ line: 1, text }]);
  });

  it.each([
    ['a.ts', '// Reads the owner of the course, and also its staff.'],
    ['texts/de.ts', "const text = 'also if';"],
  ])('accepts other texts in %s: %j', (path, source) => {
    expect(findPhrases(path, source)).toEqual([]);
  });
});
