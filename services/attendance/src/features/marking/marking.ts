import type { KeyObject } from 'node:crypto';
import type { Logger } from '@qr-attendance/observability';
import type { Peppers, PinVerifier } from '@qr-attendance/server';
import type { Pool } from 'pg';
import type { Attendance } from '../../core/create-attendance.ts';
import type { Lookups } from '../../projections/lookups.ts';
import type { Owners } from '../../core/owners/owners.ts';
import type { MarkIds } from '../../projections/rules/known-session.ts';
import type { createPinAttempts } from './pin-attempts.ts';
import type { MarkFacts } from './rules/judge-mark.ts';

export interface MarkingDeps {
  pool: Pool;
  attendance: Pick<
    Attendance,
    'writeScan' | 'flagSharedDevice' | 'flagSharedBrowser' | 'answerCheck' | 'answerByKeyOfScan' | 'records'
  >;
  lookups: Pick<Lookups, 'findSession'>;
  owners: Pick<Owners, 'refresh' | 'findSession'>;
  loadMarkFacts: (ids: MarkIds) => Promise<MarkFacts>;
  pinAttempts: ReturnType<typeof createPinAttempts>;
  renewVerifier: (studentId: string, from: PinVerifier | undefined, pin: string | undefined) => void;
  ticketKeys: Map<string, KeyObject>;
  peppers: Peppers;
  publicOrigins: string[];
  campusNetworks: string[];
  clock: () => Date;
  countOutcome: (result: 'recorded' | 'repeated' | 'refused' | 'failed', code?: string) => void;
  noteMark: () => void;
  log: Logger;
}
