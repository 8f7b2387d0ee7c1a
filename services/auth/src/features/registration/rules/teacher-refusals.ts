import { forbidden } from '@qr-attendance/server';

export const teacherRefusals = {
  closed: () =>
    forbidden('registration_closed', 'Teachers cannot register here. Ask your institution for an account.'),
  missing: () =>
    forbidden('invite_required', 'Teachers need an invite code to register. Ask your institution for one.'),
  invalid: () =>
    forbidden(
      'invite_invalid',
      'This invite code is wrong, used up or expired. Ask your institution for another one.',
    ),
};
