import type { Attack } from '../attack.ts';
import { abuseAttacks } from './abuse.ts';
import { auditEntryAttacks } from './audit-entries.ts';
import { bareTokenAttacks } from './bare-tokens.ts';
import { budgetAttacks } from './budgets.ts';
import { codeAttacks } from './codes.ts';
import { dataAttacks } from './data.ts';
import { deviceAttacks } from './devices.ts';
import { disarmAttacks } from './disarm.ts';
import { doorAttacks } from './doors.ts';
import { emailFloodAttacks } from './email-floods.ts';
import { emailAttacks } from './emails.ts';
import { enrollmentAttacks } from './enrollments.ts';
import { floodAttacks } from './floods.ts';
import { guestAttacks } from './guests.ts';
import { handedOnAttacks } from './handed-on.ts';
import { historyAttacks } from './history.ts';
import { importAttacks } from './imports.ts';
import { burstCodeAttacks } from './burst-codes.ts';
import { burstWordAttacks } from './burst-words.ts';
import { jointClassAttacks } from './joint-classes.ts';
import { lockOutAttacks } from './lock-outs.ts';
import { markAttacks } from './marks.ts';
import { newDeviceAttacks } from './new-devices.ts';
import { membershipAttacks } from './memberships.ts';
import { nameAttacks } from './names.ts';
import { overloadAttacks } from './overload.ts';
import { pageAttacks } from './pages.ts';
import { passkeyAttacks } from './passkeys.ts';
import { pinAttacks } from './pins.ts';
import { placeAttacks } from './places.ts';
import { providerAttacks } from './providers.ts';
import { receiptAttacks } from './receipts.ts';
import { registrationLinkAttacks } from './registration-links.ts';
import { repeatAttacks } from './repeats.ts';
import { requirementAttacks } from './requirements.ts';
import { queueAttacks } from './queues.ts';
import { presenceCheckAttacks } from './presence-checks.ts';
import { secondFactorAttacks } from './second-factors.ts';
import { selfieAttacks } from './selfies.ts';
import { signInAttacks } from './sign-ins.ts';
import { staffAttacks } from './staff.ts';
import { stepUpAttacks } from './step-up.ts';
import { streamAttacks } from './streams.ts';
import { telemetryAttacks } from './telemetry.ts';
import { tokenAttacks } from './tokens.ts';
import { unitAttacks } from './units.ts';
import { unprovenClaimAttacks } from './unproven-claims.ts';

export const attacks: Attack[] = [
  ...codeAttacks,
  ...placeAttacks,
  ...handedOnAttacks,
  ...burstCodeAttacks,
  ...burstWordAttacks,
  ...markAttacks,
  ...presenceCheckAttacks,
  ...deviceAttacks,
  ...newDeviceAttacks,
  ...disarmAttacks,
  ...bareTokenAttacks,
  ...unprovenClaimAttacks,
  ...pinAttacks,
  ...passkeyAttacks,
  ...selfieAttacks,
  ...requirementAttacks,
  ...secondFactorAttacks,
  ...tokenAttacks,
  ...providerAttacks,
  ...stepUpAttacks,
  ...doorAttacks,
  ...dataAttacks,
  ...nameAttacks,
  ...enrollmentAttacks,
  ...membershipAttacks,
  ...guestAttacks,
  ...staffAttacks,
  ...jointClassAttacks,
  ...importAttacks,
  ...unitAttacks,
  ...abuseAttacks,
  ...emailAttacks,
  ...emailFloodAttacks,
  ...registrationLinkAttacks,
  ...floodAttacks,
  ...overloadAttacks,
  ...budgetAttacks,
  ...queueAttacks,
  ...lockOutAttacks,
  ...telemetryAttacks,
  ...streamAttacks,
  ...pageAttacks,
  ...repeatAttacks,
  ...receiptAttacks,
  ...historyAttacks,
  ...auditEntryAttacks,
  // These attacks come last, because they exhaust an address's limits for a minute.
  ...signInAttacks,
];
