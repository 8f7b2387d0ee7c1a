import { useSearchParams } from 'react-router-dom';
import { rosterTabs, type RosterTab } from './roster-rows.ts';

const NAME = 'show';

export const useRosterTab = (): { tab: RosterTab; show: (tab: RosterTab) => void } => {
  const [address, setAddress] = useSearchParams();
  const tab = rosterTabs.find((one) => one === address.get(NAME)) ?? 'all';
  const show = (chosen: RosterTab) =>
    setAddress(
      (before) => {
        if (chosen === 'all') before.delete(NAME);
        else before.set(NAME, chosen);
        return before;
      },
      { replace: true },
    );
  return { tab, show };
};
