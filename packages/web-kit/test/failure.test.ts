import { describe, expect, test } from '@jest/globals';
import { ApiError } from '../src/api-error.ts';
import { DeviceKeyError } from '../src/device-key.ts';
import { classifyFailure, endsSignIn, retryDelay } from '../src/failure.ts';

const failed = (status: number, code = '') => new ApiError(status, { code });

describe('a failure', () => {
  test.each([
    ['a server that takes too long', failed(408)],
    ['a request that comes too early', failed(425)],
    ['too many requests', failed(429, 'too_many_requests')],
    ['a limit that this page does not know', failed(429, 'too_many_streams')],
    ['a server that broke', failed(500, 'internal')],
    ['a proxy without a server', failed(502)],
    ['a server that has too much to do', failed(503, 'overloaded')],
    ['a gateway that waited in vain', failed(504)],
    ['an access token that is not taken', failed(401, 'not_signed_in')],
    ['a proxy that wants a sign-in of its own', failed(401)],
  ])('is “busy” for %s', (_name, error) => expect(classifyFailure(error).kind).toBe('busy'));

  test.each([
    ['no answer', failed(0)],
    ['an answer cut off, or a Wi-Fi’s own page', new SyntaxError('JSON')],
    ['a call that was given up', new DOMException('too long', 'TimeoutError')],
    ['a proxy that rejects a request by itself', failed(403)],
    ['a proxy that does not know the path', failed(404)],
    ['a proxy that finds fault with a request', failed(400)],
    ['a proxy that allows no such method', failed(405)],
  ])('is “unreachable” for %s', (_name, error) => expect(classifyFailure(error).kind).toBe('unreachable'));

  test.each([
    ['a form that is wrong', failed(400, 'invalid_request')],
    ['a wrong password', failed(401, 'wrong_credentials')],
    ['a suspended account', failed(401, 'suspended')],
    ['what is somebody else’s', failed(403, 'not_allowed')],
    ['what is not there', failed(404, 'not_found')],
    ['a conflict', failed(409, 'session_ended')],
    ['a request that is too large for a proxy', failed(413)],
    ['too many wrong passwords', failed(429, 'sign_in_locked')],
    ['too many wrong PINs', failed(429, 'pin_locked')],
    ['too many wrong codes', failed(429, 'too_many_codes')],
    ['a browser that can have no key', new DeviceKeyError('insecure')],
  ])('is “refused” for %s', (_name, error) => expect(classifyFailure(error).kind).toBe('refused'));

  test('is “signed-out” only if the renewal was rejected', () => {
    const error = failed(401, 'not_signed_in');
    error.signedOut = true;
    expect(classifyFailure(error).kind).toBe('signed-out');
  });

  test('contains the Retry-After of our server, not of a proxy', () => {
    const error = new ApiError(503, { code: 'overloaded' }, 7);
    expect(classifyFailure(error)).toEqual({ kind: 'busy', retryAfterSeconds: 7 });
    expect(classifyFailure(new ApiError(503, {}, 7))).toEqual({ kind: 'busy' });
  });
});

describe('a renewal response', () => {
  test.each([
    [401, 'signed_out', true],
    [403, 'suspended', true],
    [401, '', false],
    [403, 'missing_header', false],
    [408, '', false],
    [429, 'signed_out', false],
    [503, 'signed_out', false],
    [0, '', false],
  ])('with status %d and code "%s" signs the user out: %p', (status, code, ends) =>
    expect(endsSignIn(failed(status, code))).toBe(ends),
  );
});

describe('the retry delay', () => {
  const unreachable = { kind: 'unreachable' } as const;
  const busy = (retryAfterSeconds?: number) => ({ kind: 'busy', retryAfterSeconds }) as const;

  test('doubles with each failure, up to 20 s', () => {
    const longest = [0, 1, 2, 3, 4, 5, 50].map((failures) => retryDelay(unreachable, failures, 1));
    expect(longest).toEqual([1000, 2000, 4000, 8000, 16_000, 20_000, 20_000]);
  });

  test('is random between half and the whole value', () => {
    expect(retryDelay(unreachable, 2, 0)).toBe(2000);
    expect(retryDelay(unreachable, 2, 0.5)).toBe(3000);
  });

  test('is at least Retry-After, with jitter', () => {
    expect(retryDelay(busy(12), 0, 0)).toBe(12_000);
    expect(retryDelay(busy(12), 0, 0.5)).toBe(13_000);
    expect(retryDelay(busy(1), 5, 0)).toBe(10_000);
    expect(retryDelay(busy(0), 0, 0)).toBe(500);
  });

  test('is at least 3 s for a busy server without Retry-After, and at most 5 min with it', () => {
    expect(retryDelay(busy(), 0, 0)).toBe(3000);
    expect(retryDelay(busy(86_400), 0, 0)).toBe(300_000);
  });

  test('respects a lower maximum except for Retry-After', () => {
    expect(retryDelay(unreachable, 50, 1, 1_500)).toBe(1_500);
    expect(retryDelay(busy(), 50, 0, 1_500)).toBe(1_500);
    expect(retryDelay(busy(12), 50, 0, 1_500)).toBe(12_000);
  });
});
