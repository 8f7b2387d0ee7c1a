import { setTimeout as pause } from 'node:timers/promises';
import { exchange } from './call.ts';
import { markByPhone, type Outcome } from './phone.ts';
import type { Campus, PlannedMark } from './set-up.ts';

const REFRESH_EVERY_MS = 60_000;

/** Requests the first code at once, because the preparations may take longer than a code is valid. */
export const showCodes = async (url: string, { sessions }: Campus): Promise<{ stop: () => void }> => {
  const refresh = () =>
    Promise.all(
      sessions.map(async (session) => {
        const { status, body } = await exchange(url, 'POST', `/api/sessions/${session.id}/refresh`, {
          token: session.teacher.token,
          body: { refreshInterval: 300 },
        });
        if (status === 200) session.code = (body as { qrCode: string }).qrCode;
      }),
    );
  await refresh();
  const timer = setInterval(() => void refresh(), REFRESH_EVERY_MS);
  return { stop: () => clearInterval(timer) };
};

export const streamMarks = async (
  url: string,
  marks: PlannedMark[],
  perSecond: number,
): Promise<Outcome[]> => {
  const phones: Promise<Outcome>[] = [];
  for (const mark of marks) {
    phones.push(markByPhone(url, mark));
    await pause(1_000 / perSecond);
  }
  return Promise.all(phones);
};
