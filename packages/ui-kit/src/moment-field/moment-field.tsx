import {
  currentLanguage,
  formatDay,
  isDay,
  isTime,
  isWholeDay,
  isWholeTime,
  parseDay,
  parseTime,
} from '@qr-attendance/web-kit';
import dayjs, { type Dayjs } from 'dayjs';
import { useMemo, useState, type AriaAttributes, type KeyboardEvent } from 'react';
import { DraftInput, DraftingContext } from './draft-input.tsx';
import { DatePicker, exampleOf, pickerLocale, pickerTexts } from './picker.ts';

interface Props extends AriaAttributes {
  id?: string;
  /** A day (`YYYY-MM-DD`), a time (`HH:mm`), or typed text that could not be parsed. */
  value?: string | undefined;
  /** Receives the parsed value, the unparsable text, or an empty string. */
  onChange?: (value: string) => void;
  onBlur?: () => void;
  status?: 'error' | '';
}

const components = { input: DraftInput };
const kinds = {
  day: {
    parse: parseDay,
    isWhole: isWholeDay,
    show: formatDay,
    read: (day: string) => dayjs(`${day}T12:00`),
    write: (moment: Dayjs) => moment.format('YYYY-MM-DD'),
    isValue: isDay,
  },
  time: {
    parse: parseTime,
    isWhole: isWholeTime,
    show: (time: string) => time,
    read: (time: string) => dayjs(`2026-01-01T${time}`),
    write: (moment: Dayjs) => moment.format('HH:mm'),
    isValue: isTime,
  },
};

/** Uses the format of the app's language instead of the browser's. The form item provides the label. */
const MomentField = ({
  kind,
  id,
  value = '',
  onChange,
  onBlur,
  status,
  ...aria
}: Props & { kind: 'day' | 'time' }) => {
  const { parse, isWhole, show, read, write, isValue } = kinds[kind];
  const language = currentLanguage();
  const [open, setOpen] = useState(false);
  const isKnown = isValue(value);
  const moment = useMemo(() => (isKnown ? read(value) : null), [isKnown, read, value]);
  const drafting = {
    shown: isKnown ? show(value) : value,
    inputMode: kind === 'time' ? ('numeric' as const) : ('text' as const),
    onType: (text: string, done: boolean) => {
      setOpen(false);
      if (done && isKnown && text === show(value)) return;
      onChange?.((done || isWhole(text) ? parse(text) : undefined) ?? text.trim());
    },
  };
  // The picker closes its calendar on Escape without preventing the default; a surrounding drawer would
  // close, too.
  const claimEscape = (event: KeyboardEvent) => {
    if (open && event.key === 'Escape') event.preventDefault();
  };
  const choose = (chosen: Dayjs | null) => onChange?.(chosen ? write(chosen) : '');
  const shared = {
    ...aria,
    id,
    value: moment,
    onChange: choose,
    components,
    // All content must be inside a landmark.
    getPopupContainer: (field: HTMLElement) => field.closest('main') ?? document.body,
    open,
    onOpenChange: setOpen,
    needConfirm: false,
    // The calendar already highlights today.
    showNow: false,
    locale: pickerLocale(language),
    placeholder: pickerTexts().example(exampleOf[kind]()),
    status,
    onBlur,
    style: { width: '100%' },
  };
  return (
    <DraftingContext value={drafting}>
      <div onKeyDown={claimEscape}>
        {kind === 'day' ? (
          <DatePicker {...shared} />
        ) : (
          <DatePicker.TimePicker
            {...shared}
            format="HH:mm"
            minuteStep={5}
            onCalendarChange={(chosen) => {
              if (!Array.isArray(chosen)) choose(chosen);
            }}
          />
        )}
      </div>
    </DraftingContext>
  );
};

export const DayField = (props: Props) => <MomentField kind="day" {...props} />;
export const TimeField = (props: Props) => <MomentField kind="time" {...props} />;
