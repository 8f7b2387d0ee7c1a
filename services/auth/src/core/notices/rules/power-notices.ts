import type { PowerUsed } from '@qr-attendance/contracts/events';

export const POWER = 'power';

export interface PowerNotice {
  eventId: string;
  number: number;
  kind: typeof POWER;
  createdAt: Date;
  used: Pick<PowerUsed, 'what' | 'at' | 'by' | 'object' | 'person' | 'role'>;
}

export const isPowerNotice = (notice: PowerNotice | { kind: string }): notice is PowerNotice =>
  notice.kind === POWER;

export const mergePowerNotices = (notices: PowerNotice[]): PowerNotice[] => {
  const merged = new Map<string, PowerNotice>();
  for (const notice of notices) {
    const { what, by = '', object = '', person = '', role = '' } = notice.used;
    const key = [what, by, object, person, role].join(' ');
    merged.delete(key);
    merged.set(key, notice);
  }
  return [...merged.values()].toReversed();
};
