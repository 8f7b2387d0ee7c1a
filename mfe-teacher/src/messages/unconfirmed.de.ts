import type { unconfirmed as english } from './unconfirmed.en.ts';

export const unconfirmed: typeof english = {
  question: 'Hat dieser Termin stattgefunden?',
  question_other: 'Haben diese Termine stattgefunden?',
  explain:
    'Der Code wurde nie gezeigt, und niemand hat gescannt. Bis Sie antworten, ist niemand abwesend, und nichts zählt.',
  yes: 'Ja, er fand statt',
  yesOf: '{{course}} am {{date}} fand statt',
  no: 'Fand nicht statt',
  noOf: '{{course}} am {{date}} fand nicht statt',
  mark: 'Jetzt eintragen',
  markOf: '{{course}} am {{date}} jetzt eintragen',
  open: 'Öffnen',
  openOf: '{{course}} am {{date}} öffnen',
  title: 'Anwesenheit nicht erfasst',
  all: 'Alle Termine ohne Anwesenheit',
  none: 'Für alle Termine wurde die Anwesenheit erfasst.',
  confirmed: 'Termin bestätigt. Wer nicht teilnahm, ist abwesend.',
  failed: 'Der Termin konnte nicht bestätigt werden',
  endedOf: '{{course}} wurde {{at}} automatisch beendet, da der Code nicht mehr gezeigt wurde.',
  endedUnattended: 'Dieser Termin wurde automatisch beendet, da sein Code nicht mehr gezeigt wurde.',
};
