import { type InstitutionPolicy, type RequiredChecks } from '@qr-attendance/contracts';
import type { Context } from '../../context.ts';

export const decideFloor = async (
  {
    institution,
    auditLog,
    powerNotices,
    clock,
    log,
  }: Pick<Context, 'institution' | 'auditLog' | 'powerNotices' | 'clock' | 'log'>,
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
