import { describe, expect, test } from '@jest/globals';
import { readRemotePages, remoteManifestSchema, remotesFileSchema } from '../src/remotes.ts';

const stable = { entry: '/remotes/teacher/mf-manifest.json', contractVersion: 1 };
const next = { entry: '/remotes/teacher-2/mf-manifest.json', contractVersion: 2 };
const read = (teacher: object) => remotesFileSchema.safeParse({ teacher });

describe('remotes.json', () => {
  test('is valid without a rollout', () => {
    expect(read(stable).data?.['teacher']?.rollout).toEqual([]);
  });

  test('may assign versions to some users', () => {
    const rollout = [
      { ...next, percent: 5 },
      { ...next, entry: '/remotes/teacher-3/mf-manifest.json', percent: 0.5 },
    ];
    expect(read({ ...stable, rollout }).data?.['teacher']?.rollout).toEqual(rollout);
  });

  test('may contain fields of a later release', () => {
    expect(read({ ...stable, later: true }).success).toBe(true);
  });

  test.each([
    ['no entry', { contractVersion: 1 }],
    ['an empty entry', { ...stable, entry: '' }],
    ['no contract version', { entry: '/a.json' }],
    ['an incomplete version', { ...stable, contractVersion: 1.5 }],
    ['a rollout without a percentage', { ...stable, rollout: [next] }],
    ['a percentage as text', { ...stable, rollout: [{ ...next, percent: '5' }] }],
    ['a negative percentage', { ...stable, rollout: [{ ...next, percent: -1 }] }],
    ['more than 100 %', { ...stable, rollout: [{ ...next, percent: 101 }] }],
    [
      'a sum above 100 %',
      {
        ...stable,
        rollout: [
          { ...next, percent: 60 },
          { ...next, percent: 41 },
        ],
      },
    ],
  ])('is rejected with %s', (_what, teacher) => {
    expect(read(teacher).success).toBe(false);
  });
});

describe('pages of a remote', () => {
  const page = { path: 'scan', userType: 'STUDENT' };

  test('are ignored if a later release changed their format, without affecting other remotes', () => {
    expect(readRemotePages([page, { route: '/later' }, { ...page, later: true }])).toEqual([page, page]);
  });

  test('are optional and never invalidate an entry', () => {
    expect(readRemotePages(undefined)).toBeUndefined();
    expect(readRemotePages('later')).toBeUndefined();
    expect(read({ ...stable, pages: 'later' }).success).toBe(true);
  });
});

describe('a remote’s manifest', () => {
  const remote = {
    contractVersion: { host: 2, shared: { idb: { version: '^8.0.4', names: ['openDB'] } } },
    pages: [],
  };

  test('is valid without our additional fields', () => {
    expect(remoteManifestSchema.parse({ name: 'teacher' }).remote).toBeUndefined();
  });

  test('may contain fields of a later release', () => {
    const later = { ...remote, contractVersion: { ...remote.contractVersion, later: 1 }, later: 1 };
    expect(remoteManifestSchema.parse({ remote: later }).remote).toEqual(remote);
  });

  test('is invalid if its contract version has another format', () => {
    expect(remoteManifestSchema.safeParse({ remote: { ...remote, contractVersion: '3' } }).success).toBe(
      false,
    );
  });
});
