import { expect, it } from '@jest/globals';
import { addressKeyOf } from '../src/http/client-address.ts';

it('counts all addresses of an IPv6 /64 as one', () => {
  const key = addressKeyOf('2001:db8:1:2::1');
  expect(addressKeyOf('2001:DB8:1:2:ffff:ffff:ffff:ffff')).toBe(key);
  expect(addressKeyOf('2001:db8:1:3::1')).not.toBe(key);
});

it('counts an IPv4 address as the same in either notation', () => {
  expect(addressKeyOf('::ffff:192.0.2.7')).toBe(addressKeyOf('192.0.2.7'));
  expect(addressKeyOf('::ffff:192.0.2.8')).not.toBe(addressKeyOf('192.0.2.7'));
});

it('takes what is no address as its own key', () => {
  expect(addressKeyOf('')).toBe('');
});
