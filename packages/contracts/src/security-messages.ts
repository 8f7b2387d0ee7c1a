import { z } from 'zod/mini';

export const accountMessages = [
  ...(['device_registered', 'device_removed', 'passkey_added', 'passkey_removed'] as const),
  ...(['devices_reset', 'pin_changed', 'checks_reduced', 'password_changed'] as const),
  ...(['email_change_requested', 'email_changed', 'account_erased'] as const),
  ...(['identity_linked', 'identity_unlinked'] as const),
  ...(['second_factor_added', 'second_factor_removed', 'second_factor_reset'] as const),
  'authenticator_app_removed',
  ...(['recovery_codes_renewed', 'recovery_code_used', 'second_factor_guessed'] as const),
] as const;
export type AccountMessage = (typeof accountMessages)[number];

export const powerMessageSchema = z.enum([
  ...(['account_suspended', 'account_restored', 'account_devices_reset', 'proofs_confirmed'] as const),
  'account_second_factor_reset',
  ...([
    'person_erased',
    'accounts_merged',
    'merge_undone',
    'admin_created',
    'invite_created',
    'provider_changed',
    'password_used',
  ] as const),
  ...(['course_role_given', 'course_handed_over', 'course_handed_on'] as const),
  ...(['staff_added', 'staff_changed', 'staff_removed', 'staff_left', 'staff_handed_over'] as const),
  ...(['course_moved', 'course_deleted', 'enrollment_changed', 'invitation_created'] as const),
  ...(['unit_role_given', 'unit_staff_added', 'unit_staff_changed', 'unit_staff_removed'] as const),
  ...(['unit_moved', 'unit_deleted', 'term_archived', 'term_deleted'] as const),
  ...(['import_confirmed', 'import_undone', 'requirements_changed', 'room_deleted'] as const),
  ...(['calendar_address_created', 'series_deleted', 'started_class_canceled'] as const),
]);
export type PowerMessage = z.output<typeof powerMessageSchema>;
export type SecurityMessage = AccountMessage | PowerMessage;
