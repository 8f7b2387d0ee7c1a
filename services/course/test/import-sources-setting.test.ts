import { expect, it } from '@jest/globals';
import { importSourcesSchema } from '../src/import-sources.ts';

const read = (text: string | undefined) => importSourcesSchema.safeParse(text);
const problemOf = (text: string) => read(text).error?.issues[0]?.message;

it('there is one source by default', () => {
  expect(read(undefined).data).toEqual({ sources: ['files'], fields: {} });
  expect(read('').data).toEqual({ sources: ['files'], fields: {} });
});

it('sources have ranks, which can differ for values of people', () => {
  expect(read('registry, hr;email:hr,registry; unit: hr').data).toEqual({
    sources: ['registry', 'hr'],
    fields: { email: ['hr', 'registry'], department: ['hr'] },
  });
});

it.each([
  ['Registry', '“Registry” is no name'],
  ['registry,,hr', '“” is no name'],
  ['registry,hr,registry', 'each source once'],
  ['registry;email:hr', 'email must rank sources of the list, each once: registry'],
  ['registry,hr;email:hr,hr', 'each once'],
  ['registry,hr;room:hr', 'Accepted are name, email, usn, registrationNumber, semester, unit'],
  [Array.from({ length: 11 }, (_source, index) => `s${index}`).join(','), 'at most 10'],
])('the setting is rejected with a clear error for %s', (text, problem) => {
  expect(problemOf(text)).toContain(problem);
});
