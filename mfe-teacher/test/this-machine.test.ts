import { expect, it } from '@jest/globals';
import { isOnThisMachine, typedAddress } from '../src/shared/code/this-machine.tsx';

it('distinguishes addresses of this machine from those that phones can open', () => {
  for (const hostname of ['localhost', '127.0.0.1', '[::1]'])
    expect(isOnThisMachine({ hostname })).toBe(true);
  for (const hostname of ['192.168.1.20', 'laptop.local', 'attendance.campus.example'])
    expect(isOnThisMachine({ hostname })).toBe(false);
});

it.each([
  ['https://192.168.1.20:8080', 'https://192.168.1.20:8080/go'],
  ['https://attendance.campus.example', 'attendance.campus.example/go'],
  ['http://localhost:8080', 'localhost:8080/go'],
])('for the origin %s, students type %s', (origin, typed) => {
  expect(typedAddress(new URL(origin))).toBe(typed);
});
