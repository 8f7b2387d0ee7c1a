import type { NoticesDue } from '@qr-attendance/contracts/events';

type Details = NoticesDue['notices'][number];
export interface Notice {
  eventId: string;
  number: number;
  kind: NoticesDue['kind'];
  createdAt: Date;
  session: NoticesDue['session'];
  studentId?: Details['studentId'];
  from?: Details['from'];
  to?: Details['to'];
}

const keyOf = ({ kind, session, studentId = '' }: Notice) => `${kind} ${session.id} ${studentId}`;

const merge = (before: Notice, after: Notice): Notice =>
  after.kind === 'status_changed' ? { ...after, from: before.from } : after;
const changesNothing = ({ kind, from, to }: Notice) => kind === 'status_changed' && from === to;

export const mergeNotices = (notices: Notice[]): Notice[] => {
  const merged = new Map<string, Notice>();
  for (const notice of notices) {
    const key = keyOf(notice);
    const before = merged.get(key);
    // A class that was canceled and reopened is unchanged.
    if (before?.kind === 'class_canceled' && before.session.canceled !== notice.session.canceled)
      merged.delete(key);
    else merged.set(key, before ? merge(before, notice) : notice);
  }
  return [...merged.values()].filter((notice) => !changesNothing(notice));
};
