import type { presenceCheck as english } from './presence-check.en.ts';

export const presenceCheck: typeof english = {
  presenceCheck: {
    title: 'Anwesenheitskontrolle',
    choice: 'Während des Termins noch einmal abfragen',
    choiceHelp:
      'Zu einem zufälligen Zeitpunkt bittet der Bildschirm alle, den Code noch einmal zu scannen. Das geht nur, solange die Beameransicht gezeigt wird.',
    off: 'Nein',
    review: 'Ja, und kennzeichnen, wer nicht antwortet',
    late: 'Ja, und wer nicht antwortet, gilt als verspätet',
    short: 'Anwesenheitskontrolle während des Termins',
    waiting:
      'Die Anwesenheitskontrolle kommt zu einem zufälligen Zeitpunkt, solange die Beameransicht gezeigt wird.',
    due: 'Es ist Zeit für die Anwesenheitskontrolle. Zeigen Sie die Beameransicht oder wählen Sie „Jetzt abfragen“.',
    open: 'Die Abfrage läuft bis {{time}}: {{answered}} von {{asked}} haben geantwortet',
    over: '{{from}} bis {{to}}: {{answered}} von {{asked}} haben geantwortet',
    few: 'Weniger als die Hälfte hat geantwortet. Deshalb wird niemand gekennzeichnet oder als verspätet gezählt.',
    void: 'Der Code wurde nicht bis zum Ende gezeigt. Diese Abfrage zählt nicht, es wird noch einmal abgefragt.',
    voidEnded:
      'Keine Abfrage wurde bis zu ihrem Ende gezeigt. Deshalb wird niemand gekennzeichnet oder als verspätet gezählt.',
    ask: 'Jetzt abfragen',
    failed: 'Die Abfrage konnte nicht gestartet werden',
    answeredAt: 'Anwesenheitskontrolle {{time}}',
    missed: 'Anwesenheitskontrolle verpasst',
    wall: 'Anwesenheitskontrolle: Scannen Sie den Code noch einmal',
    wallLeft: 'noch {{seconds}} s',
  },
};
