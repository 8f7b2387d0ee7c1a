import type { mark as english } from './mark.en.ts';

export const mark: typeof english = {
  close: 'Schließen',
  history: 'Was geschehen ist',
  historyFailed: 'Was mit diesem Eintrag geschehen ist, konnte nicht geladen werden',
  by: '{{what}}, von {{name}}',
  change: '{{from}} → {{to}}',
  action: {
    marked: 'Mit dem Code eingetragen',
    marked_by_hand: 'Von Hand eingetragen',
    absent_at_end: 'Am Ende nicht eingetragen',
    accepted: 'Geprüft und angenommen',
    corrected: 'Berichtigt',
    refused: 'Abgelehnt',
    disputed: 'Als falsch gemeldet',
    dispute_answered: 'Beantwortet',
    other: 'Geändert',
  },
  dispute: {
    title: 'Problem melden',
    help: 'Sagen Sie Ihrer Lehrperson, was nicht stimmt. Die Antwort steht dann hier.',
    note: 'Was stimmt nicht?',
    noteRequired: 'Sagen Sie, was nicht stimmt',
    submit: 'Meldung senden',
    failed: 'Das konnte nicht gesendet werden. Bitte versuchen Sie es erneut.',
    yours: 'Sie schrieben',
    answer: 'Antwort der Lehrperson',
    waiting: 'Ihre Lehrperson weiß Bescheid und hat noch nicht geantwortet.',
  },
};
