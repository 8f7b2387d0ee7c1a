import dayjsConfig from '@rc-component/picker/generate/dayjs';
import calendarDe from '@rc-component/picker/locale/de_DE';
import calendarEn from '@rc-component/picker/locale/en_GB';
import { campusClock, campusYear, currentLanguage, formatDay, type Language } from '@qr-attendance/web-kit';
import generatePicker, { type PickerLocale } from 'antd/es/date-picker/generatePicker';
import dayjs from 'dayjs';
import 'dayjs/locale/de';
import 'dayjs/locale/en-gb';

/** antd's DatePicker and TimePicker, created here so that only pages with such a field load dayjs. */
export const DatePicker = generatePicker({
  ...dayjsConfig,
  // Today is the campus day, regardless of the device's clock and time zone.
  getNow: () => {
    const { day, time } = campusClock(new Date());
    return dayjs(`${day}T${time}`);
  },
});

/** British English, where the day precedes the month. */
const calendars = { en: calendarEn, de: calendarDe } satisfies Record<Language, unknown>;
export const pickerLocale = (language: Language): PickerLocale => ({
  lang: {
    ...calendars.en,
    ...calendars[language],
    // The field sets a placeholder itself.
    placeholder: '',
    rangePlaceholder: ['', ''],
    // The content of these buttons, month and year, is already their name.
    monthSelect: '',
    yearSelect: '',
  },
  timePickerLocale: {},
});

/** These texts are not in the catalogs, because every page loads the catalogs but few pages have such a field. */
const texts = {
  en: {
    example: (text: string) => `e.g. ${text}`,
    day: (text: string) => `Enter a date, for example ${text}`,
    time: (text: string) => `Enter a time, for example ${text}`,
  },
  de: {
    example: (text: string) => `z. B. ${text}`,
    day: (text: string) => `Geben Sie ein Datum ein, zum Beispiel ${text}`,
    time: (text: string) => `Geben Sie eine Uhrzeit ein, zum Beispiel ${text}`,
  },
} satisfies Record<Language, Record<'example' | 'day' | 'time', (text: string) => string>>;
export const pickerTexts = () => ({ ...texts.en, ...texts[currentLanguage()] });

export const exampleOf = { day: () => formatDay(`${campusYear(new Date())}-11-22`), time: () => '09:05' };

export const unparsedText = (kind: 'day' | 'time'): string => pickerTexts()[kind](exampleOf[kind]());
