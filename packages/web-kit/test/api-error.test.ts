import { describe, expect, jest, test } from '@jest/globals';
import { ApiError, messageOf, toApiError } from '../src/api-error.ts';
import type * as Module from '../src/api-error.ts';

describe('an API error', () => {
  test('is recognized by a remote with another copy of the class', async () => {
    let copy: typeof Module | undefined;
    await jest.isolateModulesAsync(async () => {
      copy = await import('../src/api-error.ts');
    });
    const error = new ApiError(409, { error: 'Already enrolled' });
    expect(copy?.ApiError).not.toBe(ApiError);
    expect(error instanceof (copy?.ApiError ?? Date)).toBe(true);
    expect(copy?.messageOf(error, 'Failed to enroll in course')).toBe('Already enrolled');
  });

  test('uses the fallback text if the server sent no message', () => {
    expect(messageOf(new ApiError(500), 'Failed to fetch courses')).toBe('Failed to fetch courses');
    expect(messageOf(new TypeError('x is undefined'), 'Failed to fetch courses')).toBe(
      'Failed to fetch courses',
    );
  });
});

describe('Retry-After', () => {
  const afterOf = async (retryAfter?: string) => {
    const headers = new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter });
    const response = { status: 503, headers, json: async () => ({}) };
    return (await toApiError(response as unknown as Response)).retryAfterSeconds;
  };

  test('is parsed as seconds or as a date, and may be missing', async () => {
    expect(await afterOf('7')).toBe(7);
    expect(await afterOf(new Date(Date.now() + 30_000).toUTCString())).toBeGreaterThan(25);
    expect(await afterOf(new Date(Date.now() - 30_000).toUTCString())).toBe(0);
    expect(await afterOf('soon')).toBeUndefined();
    expect(await afterOf()).toBeUndefined();
  });
});
