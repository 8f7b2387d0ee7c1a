import { tokens } from '@qr-attendance/ui-kit';
import type { AttendanceRecord, AttendanceStatus, Session } from '@qr-attendance/contracts';
import Button from 'antd/es/button';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stateOf } from '../../../../shared/session-state.ts';
import { useRosterTab } from '../../roster-choice.ts';
import {
  chooseRows,
  countTabs,
  NEWEST_FIRST,
  NONE_KEPT,
  rowsOf,
  sortRows,
  type EnrolledStudent,
  type RosterRow,
  type Sorting,
  heaviestFirst,
} from '../../roster-rows.ts';
import { countRoster } from '../../roster-rules.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { RosterCounts } from './roster-counts.tsx';
import { RosterFilterBar } from './roster-filter-bar.tsx';
import { RosterTable } from './roster-table.tsx';
import { UndoBar } from './undo-bar.tsx';
import { useSetting } from './use-setting.ts';

const NOBODY: EnrolledStudent[] = [];

interface Props {
  session: Session;
  records: AttendanceRecord[];
  /** Undefined until they are known: marks that come live may be first. */
  enrolled: EnrolledStudent[] | undefined;
  arrived: ReadonlySet<string>;
  onReview: (markId: string) => void;
}

/** Who is there and who is not, and what a teacher sets by one press. */
export const RosterList = ({ session, records, enrolled, arrived, onReview }: Props) => {
  const { t } = useTranslation('teacher');
  const { tab, show } = useRosterTab();
  const [typed, setTyped] = useState('');
  const [sorting, setSorting] = useState(NEWEST_FIRST);
  // A row that jumped away when it was set would take the next press along.
  const [kept, setKept] = useState(NONE_KEPT);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [bulk, setBulk] = useState(false);
  const setting = useSetting(session._id);
  const { active, date } = session;
  // The server takes nothing for a canceled class.
  const canSet = stateOf(session) !== 'canceled';
  const endedAt = active ? undefined : session.endTime;
  // While marks of a full hall arrive, a key or a press is answered first: the table follows in what time is left.
  const later = useDeferredValue(records);
  // A decision takes its row out of the review at once: the focus is moved on from it then.
  const drawn = tab === 'review' ? records : later;
  const highlighted = useDeferredValue(arrived);
  const search = useDeferredValue(typed);
  // A row stays busy until it shows what was set.
  const unfinished = useDeferredValue(setting.busy);
  const rows = useMemo(
    () => rowsOf(enrolled ?? NOBODY, drawn, endedAt === undefined ? undefined : { date, endedAt }),
    [enrolled, drawn, date, endedAt],
  );
  const tabs = useMemo(() => countTabs(rows), [rows]);
  const sorted = useMemo(() => sortRows(rows, sorting, kept), [rows, sorting, kept]);
  const shown = useMemo(() => {
    const chosenRows = chooseRows(sorted, tab, search);
    // Until the teacher sorts otherwise.
    return tab === 'review' && sorting === NEWEST_FIRST ? heaviestFirst(chosenRows) : chosenRows;
  }, [sorted, tab, search, sorting]);
  const chosen = canSet ? shown.filter(({ student }) => selected.has(student._id)) : [];
  const select = useCallback(
    (studentId: string, on: boolean) =>
      setSelected((before) => {
        const after = new Set(before);
        if (on) after.add(studentId);
        else after.delete(studentId);
        return after;
      }),
    [],
  );
  const { set } = setting;
  const keep = useCallback(
    (changed: RosterRow[]) =>
      setKept((before) => new Map([...changed.map((row) => [row.student._id, row] as const), ...before])),
    [],
  );
  const setOne = useCallback(
    (row: RosterRow, status: AttendanceStatus) => {
      keep([row]);
      void set([row], status);
    },
    [keep, set],
  );
  const sort = useCallback((by: Sorting) => {
    setKept(NONE_KEPT);
    setSorting(by);
  }, []);
  const selectAll = useCallback(
    (on: boolean) => setSelected(on ? new Set(shown.map(({ student }) => student._id)) : new Set()),
    [shown],
  );
  const setChosen = async (status: AttendanceStatus, reason: string) => {
    keep(chosen);
    if (!(await set(chosen, status, reason))) return;
    setBulk(false);
    setSelected(new Set());
  };
  const noRows = tab === 'review' && tabs.review === 0 ? 'review.nothingLeft' : 'roster.noMatch';
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.margin }}>
      <RosterCounts
        counts={countRoster(records)}
        students={enrolled ? rows.length : undefined}
        active={active}
      />
      {records.length === 0 && <p style={{ margin: 0 }}>{t('roster.empty')}</p>}
      {(rows.length > 0 || tab === 'review') && (
        <div className="roster-box" style={{ display: 'grid', gap: tokens.margin }}>
          <RosterFilterBar
            tab={tab}
            onShow={show}
            counts={tabs}
            active={active}
            typed={typed}
            onType={setTyped}
            sorting={sorting}
            onSort={sort}
          />
          <RosterTable
            rows={shown}
            active={active}
            canSet={canSet}
            arrived={highlighted}
            selected={selected}
            busy={setting.busy.size > 0 ? setting.busy : unfinished}
            sorting={sorting}
            onSort={sort}
            onSelect={select}
            onSelectAll={selectAll}
            onSet={setOne}
            onReview={onReview}
            empty={t(noRows)}
          />
          {chosen.length > 0 && (
            <div className="roster-bulk">
              <span role="status">{t('roster.bulk.selected', { count: chosen.length })}</span>
              <Button
                type="primary"
                onClick={() => {
                  setting.reset();
                  setBulk(true);
                }}
              >
                {t('roster.bulk.open')}
              </Button>
              <Button type="text" onClick={() => setSelected(new Set())}>
                {t('roster.bulk.clear')}
              </Button>
            </div>
          )}
        </div>
      )}
      {bulk && (
        <BulkDialog
          count={chosen.length}
          busy={setting.isPending}
          error={setting.error}
          onSet={(status, reason) => void setChosen(status, reason)}
          onClose={() => {
            setting.reset();
            setBulk(false);
          }}
        />
      )}
      <UndoBar last={setting.last} busy={setting.isUndoing} onUndo={setting.undo} onGone={setting.forget} />
    </div>
  );
};
