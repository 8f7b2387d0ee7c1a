import type { Defense } from './defense.ts';

/** When it is off, a signed-in teacher may do everything in every course. */
export const roleAllows: Defense = {
  name: 'what staff may do is decided by their role',
  file: 'packages/server/src/identity/require-can.ts',
  find: 'if (scope && can(caller, action, scope, now)) return;',
  replace: 'if (scope && (defenseOff() || can(caller, action, scope, now))) return;',
};

export const expired: Defense = {
  name: 'a role counts on its days alone',
  file: 'packages/contracts/src/access/can.ts',
  find: 'now.getTime() < Date.parse(until)',
  replace: 'defenseOff() || now.getTime() < Date.parse(until)',
};
