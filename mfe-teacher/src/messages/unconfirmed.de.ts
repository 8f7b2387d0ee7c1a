import type { unconfirmed as english } from './unconfirmed.en.ts';

export const unconfirmed: typeof english = {
  question: 'Hat dieser Termin stattgefunden?',
  question_other: 'Haben diese Termine stattgefunden?',
  explain:
    'Der Code wurde nie gezeigt, und niemand hat gescannt. Bis Sie antworten, ist niemand abwesend, und nichts zählt.',
  yes: 'Ja, er fand statt',
  yesOf: '{{course}} am {{date}} fand statt',
  no: 'Nein, absagen',
  noOf: '{{course}} am {{date}} absagen',
  confirmed: 'Termin bestätigt. Wer nicht teilnahm, ist abwesend.',
  failed: 'Der Termin konnte nicht bestätigt werden',
  more_one: '{{count}} weiterer Termin',
  more_other: '{{count}} weitere Termine',
  endedOf: '{{course}} wurde {{at}} automatisch beendet, da der Code nicht mehr gezeigt wurde.',
  endedUnattended: 'Dieser Termin wurde automatisch beendet, da sein Code nicht mehr gezeigt wurde.',
};
