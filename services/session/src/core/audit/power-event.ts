import { sessionPowerUsed } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import type { PowerNoticeDocument } from '@qr-attendance/messaging/mongo';

export const powerEventOf = ({ _id, notice }: PowerNoticeDocument) =>
  createEvent(sessionPowerUsed, _id.toHexString(), notice);
