import { attendanceStatusSchema, type AttendanceStatus } from '@qr-attendance/contracts';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { RosterRow } from '../../roster-rows.ts';

export const ROW_HEIGHT = 44;

interface Keys {
  scroller: RefObject<HTMLElement | null>;
  rows: RosterRow[];
  canSet: boolean;
  onSet: (row: RosterRow, status: AttendanceStatus) => void;
  onClear: (row: RosterRow) => void;
  onSelect: (row: RosterRow) => void;
  onOpen: (row: RosterRow) => void;
}

const rowOf = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null;
const controlsOf = (row: HTMLElement): HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>('button, input'),
];

/**
 * Keyboard control of the list, which is a single tab stop: arrow keys move between rows and controls, the
 * letters of the status buttons set a status and move to the next row, Delete clears, Space selects, and
 * Enter opens.
 */
export const useRowKeys = ({ scroller, rows, canSet, onSet, onClear, onSelect, onOpen }: Keys) => {
  const { t } = useTranslation('teacher');
  const [currentId, setCurrentId] = useState<string>();
  const wanted = useRef<string>(undefined);
  const currentIndex = rows.findIndex(({ student }) => student._id === currentId);
  const current = currentIndex === -1 ? 0 : currentIndex;

  const focusNow = (id: string): boolean => {
    const drawn = scroller.current?.querySelectorAll<HTMLElement>('tr[data-student]') ?? [];
    const row = [...drawn].find(({ dataset }) => dataset['student'] === id);
    row?.focus();
    return row !== undefined;
  };
  // A distant row is rendered only after it has become the current row, and then gets the focus.
  useLayoutEffect(() => {
    if (wanted.current !== undefined && focusNow(wanted.current)) wanted.current = undefined;
  });
  const goTo = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!row) return;
    const id = row.student._id;
    if (!focusNow(id)) {
      wanted.current = id;
      setCurrentId(id);
    }
  };

  const moveAlong = (row: HTMLElement, step: number) => {
    const stops = [row, ...controlsOf(row)];
    const at = stops.findIndex((one) => one === document.activeElement);
    stops[Math.max(0, Math.min(stops.length - 1, at + step))]?.focus();
  };
  const statusOf = (key: string): AttendanceStatus | undefined =>
    attendanceStatusSchema.options.find(
      (status) => t(`roster.letter.${status}`).toLowerCase() === key.toLowerCase(),
    );

  const onKeyDown = (event: KeyboardEvent) => {
    // A dialog opened from a row is rendered inside of it.
    if (event.target instanceof Element && event.target.closest('dialog')) return;
    const element = rowOf(event.target);
    const row = rows[Number(element?.dataset['index'] ?? NaN)];
    if (!element || !row || event.ctrlKey || event.metaKey || event.altKey) return;
    const index = rows.indexOf(row);
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
    const onRow = event.target === element;
    const moves: Record<string, () => void> = {
      ArrowDown: () => goTo(index + 1),
      ArrowUp: () => goTo(index - 1),
      PageDown: () => goTo(index + page),
      PageUp: () => goTo(index - page),
      Home: () => goTo(0),
      End: () => goTo(rows.length - 1),
      ArrowRight: () => moveAlong(element, 1),
      ArrowLeft: () => moveAlong(element, -1),
      ...(onRow && { Enter: () => onOpen(row) }),
      ...(onRow && canSet && { ' ': () => onSelect(row) }),
      ...(canSet && { Delete: () => onClear(row), Backspace: () => onClear(row) }),
    };
    const move = moves[event.key];
    const status = canSet ? statusOf(event.key) : undefined;
    if (!move && !status) return;
    event.preventDefault();
    if (move) move();
    // A held key must not set all rows below.
    else if (status && !event.repeat) {
      onSet(row, status);
      goTo(index + 1);
    }
  };
  return {
    current,
    goTo,
    onKeyDown,
    onFocus: ({ target }: { target: EventTarget }) => setCurrentId(rowOf(target)?.dataset['student']),
  };
};
