import { useNotify } from '@qr-attendance/ui-kit';
import { messageOf, useApi } from '@qr-attendance/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplyMarks, useReloadMarks } from '../api/apply-marks.ts';
import { readRecords } from '../api/list-roster.ts';
import type { RosterRow } from '../roster-rows.ts';
import { statusQueueOf } from './status-queue.ts';
import {
  type StatusChange,
  type Decision,
  type StatusResult,
  type DisplayedMark,
  type DisplayedStudent,
  sendClearDecisions,
  sendStatus,
} from './send-press.ts';
import { useUndoHistory } from './undo-history.ts';
import { usePending } from './use-pending.ts';

const idsOf = (changes: StatusChange[]) => changes.map(({ studentId }) => studentId);

export const useMarking = (sessionId: string) => {
  const { t } = useTranslation('teacher');
  const api = useApi();
  const queries = useQueryClient();
  const notify = useNotify();
  const take = useApplyMarks(sessionId);
  const reload = useReloadMarks(sessionId);
  const { steps, ...history } = useUndoHistory(sessionId);
  const { pending, begin, end } = usePending(sessionId);
  const enqueue = statusQueueOf(queries, sessionId);
  const [said, setSaid] = useState('');

  /**
   * Returns the server's last answer if it is newer than the rendered row, because a teacher may press a row
   * before React has rendered it again.
   */
  const latestOf = (studentId: string, drawn: DisplayedMark | undefined): DisplayedMark | undefined => {
    const own = history.ownMark(studentId);
    if (!own) return drawn;
    const now = readRecords(queries, sessionId).find(({ student }) => student._id === studentId);
    const isCurrent = own.status === undefined ? now === undefined : now?.version === own.version;
    return isCurrent ? own : drawn;
  };

  const send = async (
    displayed: DisplayedStudent[],
    decision: Decision,
    result: StatusResult,
    reason?: string,
  ): Promise<void> => {
    const sending = { api, sessionId, take };
    try {
      if (decision === null) await sendClearDecisions(sending, displayed, result);
      else await sendStatus(sending, decision, displayed, reason, result);
    } finally {
      history.recordChanges(result.changes);
    }
  };

  const describe = (rows: RosterRow[], decision: Decision): string => {
    const status = decision === null ? t('roster.cleared') : t(`common:status.${decision}`);
    const [first] = rows;
    return rows.length === 1 && first
      ? t('roster.wasSet', { name: first.student.name, status })
      : t('roster.wereSet', { count: rows.length, status });
  };

  const press = async (rows: RosterRow[], decision: Decision, reason?: string): Promise<boolean> => {
    const ids = rows.map(({ student }) => student._id);
    const result: StatusResult = { changes: [], refused: 0 };
    const text = describe(rows, decision);
    begin(ids, decision);
    const sent = enqueue(ids, () => {
      const seen = rows.map(({ student: { _id: studentId }, mark }) => ({
        studentId,
        mark: latestOf(studentId, mark),
      }));
      return send(seen, decision, result, reason);
    });
    const changesOf = () => result.changes;
    const step = history.push({ text, studentIds: ids, done: sent.then(changesOf, changesOf) });
    setSaid(text);
    let answered = true;
    try {
      await sent;
    } catch (failure) {
      answered = false;
      notify.error(messageOf(failure, t('roster.setFailed')));
    }
    if (result.refused > 0) notify.error(t('roster.refused', { count: result.refused }));
    if (!answered || result.refused > 0) reload();
    if (result.changes.length === 0) {
      history.remove(step);
      setSaid((last) => (last === text ? '' : last));
    }
    end(ids);
    return answered;
  };

  const undo = async (): Promise<void> => {
    const step = history.pop();
    if (!step) return;
    const { studentIds: ids } = step;
    const result: StatusResult = { changes: [], refused: 0 };
    begin(ids, null);
    try {
      await enqueue(ids, async () => {
        // The change itself ran earlier in the queue, so its result is known.
        for (const [decision, group] of Map.groupBy(await step.done, ({ before }) => before)) {
          const seen = idsOf(group).map((studentId) => ({ studentId, mark: history.ownMark(studentId) }));
          await send(seen, decision, result);
        }
      });
      if (result.refused > 0) {
        notify.error(t('roster.undoRefused', { count: result.refused }));
        reload();
      } else setSaid(t('roster.undone', { what: step.text }));
    } catch (failure) {
      history.restore(step);
      notify.error(messageOf(failure, t('roster.undoFailed')));
      reload();
    }
    end(ids);
  };

  return { press, undo, steps, pending, said };
};
export type MarkingActions = ReturnType<typeof useMarking>;
export type SetStatus = MarkingActions['press'];
