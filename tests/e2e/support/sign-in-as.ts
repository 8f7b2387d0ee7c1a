import type { Page } from '@playwright/test';
import type { Member } from './campus.ts';

/** Opens pages as someone who signed in before. */
export const signInAs = async (page: Page, member: Member): Promise<void> => {
  await page.addInitScript(
    ([token, deviceId]) => {
      localStorage.setItem('token', token ?? '');
      localStorage.setItem('deviceId', deviceId ?? '');
    },
    [member.token, member.deviceId],
  );
};
