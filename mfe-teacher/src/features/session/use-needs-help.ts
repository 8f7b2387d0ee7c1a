import { MAX_OTHER_TRIES, type AttendanceRecord, type Session } from '@qr-attendance/contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAttempts, useRefusedTries } from '../../shared/api/sessions.ts';
import { useRoster } from './api/list-roster.ts';
import { findNeedsHelp } from './help-request.ts';

const NONE: AttendanceRecord[] = [];

export const useNeedsHelp = ({ _id: sessionId, active }: Pick<Session, '_id' | 'active'>) => {
  const { t } = useTranslation('teacher');
  const { data: records = NONE } = useRoster(sessionId);
  const { data: attempts } = useAttempts(sessionId, active);
  const { data: refused } = useRefusedTries(sessionId, active);
  const help = useMemo(
    () => findNeedsHelp(refused?.students ?? [], attempts ?? [], records),
    [refused, attempts, records],
  );
  const others = refused?.others ?? 0;
  return {
    help,
    strangers:
      others > 0
        ? t(others < MAX_OTHER_TRIES ? 'attempts.others' : 'attempts.othersOrMore', { count: others })
        : undefined,
  };
};
