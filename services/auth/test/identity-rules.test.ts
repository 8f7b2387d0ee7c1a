import { describe, expect, it } from '@jest/globals';
import { isEmailClaim, mapClaims } from '../src/core/identities/rules/map-claims.ts';
import { readReturnPath, withFragment } from '../src/features/oidc/rules/return-path.ts';

const mapping = { institutionId: 'institution_id', name: 'name', email: 'email', role: 'realm_access.roles' };
const roleValues = { staff: ['employee', 'professor'] };
const map = (claims: Record<string, unknown>, changed: Partial<typeof mapping> = {}) =>
  mapClaims(claims, { ...mapping, ...changed }, roleValues);

describe('the mapping of claims', () => {
  it('reads claims by name, by path, and with dots in their names', () => {
    const url = 'https://uni.example/claims/number';
    expect(map({ [url]: 'S-1' }, { institutionId: url }).institutionId).toBe('S-1');
    expect(map({ ids: { student: 4711 } }, { institutionId: 'ids.student' }).institutionId).toBe('4711');
    expect(map({ realm_access: { roles: ['offline', 'professor'] } }).userType).toBe('TEACHER');
    expect(map({ realm_access: { roles: 'employee' } }).userType).toBe('TEACHER');
  });

  it('ignores a claim with several values, and never creates an administrator', () => {
    expect(map({ institution_id: ['S-1', 'S-2'] }).institutionId).toBeNull();
    expect(map({ realm_access: { roles: ['ADMIN', 'admin'] } }).userType).toBe('STUDENT');
    expect(map({ realm_access: null, institution_id: {} })).toMatchObject({
      institutionId: null,
      userType: 'STUDENT',
    });
  });

  it('ignores values that no form would accept', () => {
    expect(map({ name: 'Nora\u0000', email: 'no address', institution_id: ' ' })).toEqual({
      institutionId: null,
      name: null,
      email: null,
      isEmailConfirmed: false,
      userType: 'STUDENT',
      label: null,
    });
  });

  it('treats an address as confirmed only if the provider says so of the standard claim', () => {
    const email = 'nora@campus.example';
    const isConfirmed = (verified: unknown) => map({ email, email_verified: verified }).isEmailConfirmed;
    expect([true, 'true'].map(isConfirmed)).toEqual([true, true]);
    expect([undefined, null, false, 'false', 1, 'yes'].map(isConfirmed)).not.toContain(true);
    const upn = map({ email, upn: 'other@campus.example', email_verified: true }, { email: 'upn' });
    expect(upn.isEmailConfirmed).toBe(false);
  });

  it('recognizes claims with an email address, which must not identify people', () => {
    const isEmail = (institutionId: string, email = 'email') => isEmailClaim({ institutionId, email });
    expect([isEmail('email'), isEmail('E-Mail'), isEmail('upn', 'upn')]).toEqual([true, true, true]);
    expect([isEmail('institution_id'), isEmail('eduperson_principal_name')]).toEqual([false, false]);
  });
});

describe('the path after a sign-in', () => {
  it.each(['/student', '/attendance/ABCD2345?from=camera', '/teacher/courses/7'])('can be %s', (path) => {
    expect(readReturnPath(path)).toBe(path);
  });

  it.each([
    '',
    'student',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    `/${'a'.repeat(600)}`,
    '/api/auth/me',
  ])('cannot be %j', (path) => {
    expect(readReturnPath(path)).toBeUndefined();
  });

  it('is encoded in the fragment', () => {
    expect(withFragment('/login', { error: 'a', returnTo: '/a?b=c&d#e' })).toBe(
      '/login#error=a&returnTo=%2Fa%3Fb%3Dc%26d%23e',
    );
    expect(withFragment('/signed-in', { returnTo: undefined })).toBe('/signed-in');
  });
});
