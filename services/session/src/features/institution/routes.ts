import { type InstitutionPolicy, type RequiredChecks, routes } from '@qr-attendance/contracts';
import type { PowerNotices } from '@qr-attendance/messaging/mongo';
import { implement, type Implementation } from '@qr-attendance/server';
import type { Logger } from '@qr-attendance/observability';
import type { Institution } from '../../core/institution/institution.ts';
import type { AuditLog } from '../../core/audit/audit-log.ts';

interface Stores {
  institution: Institution;
  auditLog: AuditLog;
  powerNotices: PowerNotices;
  clock: () => Date;
  log: Logger;
}

const decideFloor = async (
  { institution, auditLog, powerNotices, clock, log }: Stores,
  adminId: string,
  floor: RequiredChecks,
): Promise<InstitutionPolicy> => {
  const { floor: before } = await institution.read();
  await institution.decide(floor, adminId, clock());
  await auditLog.write({ by: adminId, action: 'requirements_changed', requirements: floor });
  await powerNotices.notify({ what: 'requirements_changed', by: adminId, administrators: true });
  log.info({ adminId, before, floor }, 'institution policy changed');
  return institution.read();
};

export const institutionRoutes = (context: Stores): Implementation[] => [
  implement(routes.session.getInstitutionPolicy, () => context.institution.read()),
  implement(routes.session.setInstitutionPolicy, ({ caller, body }) =>
    decideFloor(context, caller.id, body.floor),
  ),
];
