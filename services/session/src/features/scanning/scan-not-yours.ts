import { type DomainError, forbidden } from '@qr-attendance/server';

export const scanNotYoursError = (): DomainError =>
  forbidden(
    'scan_not_yours',
    'This code was scanned by another browser. Please scan the code with this one.',
  );
