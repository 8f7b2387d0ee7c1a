import { institutionSchema } from '@qr-attendance/contracts';
import type { z } from 'zod/mini';

export const setInstitution = (setting: z.input<typeof institutionSchema>): (() => void) => {
  const element = document.createElement('script');
  element.id = 'institution';
  element.type = 'application/json';
  element.textContent = JSON.stringify(institutionSchema.parse(setting));
  document.head.append(element);
  return () => element.remove();
};
