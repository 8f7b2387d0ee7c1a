import type { AttendanceRecord } from '@qr-attendance/contracts';
import { useSearchParams } from 'react-router-dom';
import { needsReview, searchRoster } from './roster-rules.ts';

/** Which marks of a roster are shown; kept in the address, so that the dashboard can lead to what needs review. */
export const rosterChoices = ['all', 'review'] as const;
export type RosterChoice = (typeof rosterChoices)[number];
const NAME = 'show';

export const useRosterChoice = () => {
  const [address, setAddress] = useSearchParams();
  const choice = rosterChoices.find((one) => one === address.get(NAME)) ?? 'all';
  const choose = (chosen: RosterChoice) =>
    setAddress(
      (before) => {
        if (chosen === 'all') before.delete(NAME);
        else before.set(NAME, chosen);
        return before;
      },
      { replace: true },
    );
  return { choice, choose };
};

export const chooseFrom = (
  records: AttendanceRecord[],
  choice: RosterChoice,
  typed: string,
): AttendanceRecord[] => searchRoster(choice === 'review' ? records.filter(needsReview) : records, typed);
