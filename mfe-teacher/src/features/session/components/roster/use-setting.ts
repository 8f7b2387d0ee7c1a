import type { AttendanceStatus } from '@qr-attendance/contracts';
import { useNotify } from '@qr-attendance/ui-kit';
import { messageOf } from '@qr-attendance/web-kit';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetStatuses, useUndoStatuses } from '../../api/set-statuses.ts';
import type { RosterRow } from '../../roster-rows.ts';
import type { Undoable } from './undo-bar.tsx';

const NOBODY: ReadonlySet<string> = new Set();

/** Setting statuses on the roster of a session: what is under way, and what can be undone. */
export const useSetting = (sessionId: string) => {
  const { t } = useTranslation('teacher');
  const notify = useNotify();
  const { mutateAsync: send, error, isPending, reset } = useSetStatuses(sessionId);
  const undoing = useUndoStatuses(sessionId);
  const [busy, setBusy] = useState<ReadonlySet<string>>(NOBODY);
  const [last, setLast] = useState<Undoable>();
  const forget = useCallback(() => setLast(undefined), []);

  /** @returns whether all went as asked */
  const set = useCallback(
    async (rows: RosterRow[], status: AttendanceStatus, reason?: string): Promise<boolean> => {
      const ids = rows.map(({ student }) => student._id);
      const [first] = rows;
      setBusy((before) => new Set([...before, ...ids]));
      try {
        const { changed, refused } = await send({ rows, status, ...(reason !== undefined && { reason }) });
        const word = t(`common:status.${status}`);
        if (changed.length > 0)
          setLast({
            markIds: changed,
            text:
              rows.length === 1 && first
                ? t('roster.wasSet', { name: first.student.name, status: word })
                : t('roster.wereSet', { count: changed.length, status: word }),
          });
        if (refused > 0) notify.error(t('roster.refused', { count: refused }));
        return true;
      } catch (failure) {
        if (rows.length === 1) notify.error(messageOf(failure, t('roster.setFailed')));
        return false;
      } finally {
        setBusy((before) => new Set([...before].filter((id) => !ids.includes(id))));
      }
    },
    [send, notify, t],
  );

  const undo = () => {
    if (!last) return;
    undoing.mutate(last.markIds, {
      onSuccess: (refused) => {
        forget();
        if (refused > 0) notify.error(t('roster.undoRefused', { count: refused }));
        else notify.success(t('roster.undone'));
      },
      onError: (failure) => notify.error(messageOf(failure, t('roster.undoFailed'))),
    });
  };
  return { set, undo, forget, last, busy, isUndoing: undoing.isPending, error, isPending, reset };
};
