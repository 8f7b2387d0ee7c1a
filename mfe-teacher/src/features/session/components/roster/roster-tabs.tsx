import { useChoices } from '@qr-attendance/ui-kit';
import { formatNumber } from '@qr-attendance/web-kit';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { rosterTabs, type RosterTab } from '../../roster-rows.ts';

interface Props {
  tab: RosterTab;
  counts: Record<RosterTab, number>;
  active: boolean;
  panelId: string;
}

export const RosterTabs = ({ tab, counts, active, panelId }: Props) => {
  const { t } = useTranslation('teacher');
  const { choose } = useChoices();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
    const next = tabs[(tabs.findIndex((one) => one === event.target) + step + tabs.length) % tabs.length];
    next?.focus();
    next?.click();
  };
  return (
    <div role="tablist" aria-label={t('roster.tabs')} className="roster-tabs" onKeyDown={onKeyDown}>
      {rosterTabs
        .filter((one) => one !== 'guests' || counts.guests > 0 || tab === 'guests')
        .map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={name === tab}
            aria-controls={panelId}
            tabIndex={name === tab ? 0 : -1}
            data-attention={(name === 'help' || name === 'review') && counts[name] > 0}
            onClick={() => choose('show', name === 'all' ? undefined : name)}
          >
            {t(name === 'missing' ? `roster.tab.${active ? 'notYet' : 'absent'}` : `roster.tab.${name}`)}{' '}
            <span className="roster-tab-count">{formatNumber(counts[name])}</span>
          </button>
        ))}
    </div>
  );
};
