import type { merge as english, undoMerge as englishUndo } from './merge.en.ts';

export const merge: typeof english = {
  open: 'Mit einem anderen Eintrag zusammenführen',
  of: '{{name}} mit einem anderen Eintrag zusammenführen',
  text: 'Wenn zwei Einträge dieselbe Person sind, führen Sie sie zusammen. Sie können das jederzeit rückgängig machen.',
  search: 'Den anderen Eintrag nach Name, E-Mail oder Nummer suchen',
  none: 'Sonst passt niemand.',
  choose: 'Auswählen',
  chooseOf: '{{name}}, {{email}} auswählen',
  kept: 'Dieser Eintrag bleibt',
  merged: 'Dieser Eintrag geht in ihm auf',
  hasAccount: 'Hat ein Konto',
  swap: 'Stattdessen den anderen Eintrag behalten',
  effects: 'Was dann geschieht',
  facts: 'Alle Kurse, Termine und Status beider Einträge zählen für {{name}} ({{email}}).',
  earlier: 'Wurde in einem Termin mit beiden gescannt, zählt der frühere Scan.',
  signIn: 'Anmelden geht nur noch mit {{kept}}. Wer als {{merged}} angemeldet ist, wird abgemeldet.',
  noAccount: 'Sie können an {{email}} einen Registrierungslink senden.',
  takesOver: 'Die Nummer {{number}} geht auf den Eintrag über, der bleibt, damit Importe ihn finden.',
  left: 'Hinweise, Einsprüche, Bilder, Geräte und Zeitzuschläge des anderen Eintrags werden nicht mehr gezeigt oder verwendet.',
  undo: 'Wenn Sie es rückgängig machen, sind es wieder zwei Einträge. Was bis dahin erfasst wird, bleibt bei dem Eintrag, der bleibt.',
  courses_zero: 'Keine Kurse',
  courses_one: '{{count}} Kurs',
  courses_other: '{{count}} Kurse',
  coursesFailed: 'Die Kurse konnten nicht geladen werden',
  section: 'Gruppe {{section}}',
  former: 'nicht mehr dabei',
  teacher:
    'Einträge von Lehrkräften werden nicht zusammengeführt, weil Rollen und Protokoll eine Person nennen. Nehmen Sie das Konto, das bleibt, in jeden Kurs auf, übergeben Sie ihm die Kurse, geben Sie ihm die Rollen in Einheiten und sperren Sie dann das andere.',
  previewFailed: 'Diese Einträge können nicht zusammengeführt werden',
  confirm: 'Zusammenführen',
  done: 'Die Einträge sind in {{name}} zusammengeführt',
  failed: 'Die Einträge konnten nicht zusammengeführt werden',
};

export const undoMerge: typeof englishUndo = {
  open: 'Trennen',
  of: '{{name}} wieder trennen',
  text: '{{name}} ({{email}}) und {{kept}} werden wieder zwei Einträge. Was seit dem Zusammenführen erfasst wurde, bleibt bei {{kept}}.',
  done: '{{name}} ist wieder ein eigener Eintrag',
  failed: 'Die Einträge konnten nicht getrennt werden',
};
