import { describe, expect, jest, test } from '@jest/globals';
import { ApiError, messageOf } from '../src/api-error.ts';
import type * as Module from '../src/api-error.ts';

describe('an error of the API', () => {
  test("is recognised by a remote, whose copy of the class is not the shell's", async () => {
    let copy: typeof Module | undefined;
    await jest.isolateModulesAsync(async () => {
      copy = await import('../src/api-error.ts');
    });
    const error = new ApiError(409, { error: 'Already enrolled' });
    expect(copy?.ApiError).not.toBe(ApiError);
    expect(error instanceof (copy?.ApiError ?? Date)).toBe(true);
    expect(copy?.messageOf(error, 'Failed to enroll in course')).toBe('Already enrolled');
  });

  test('without a sentence of the server leaves the fallback', () => {
    expect(messageOf(new ApiError(500), 'Failed to fetch courses')).toBe('Failed to fetch courses');
    expect(messageOf(new TypeError('x is undefined'), 'Failed to fetch courses')).toBe(
      'Failed to fetch courses',
    );
  });
});
