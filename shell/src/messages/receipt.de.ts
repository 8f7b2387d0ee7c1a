import type { texts as en } from './receipt.en.ts';

export const texts: typeof en = {
  title: 'Beleg prüfen',
  help: 'Ein Beleg sagt, was wann eingetragen wurde. Er beweist nicht, dass die Person anwesend war.',
  label: 'Beleg',
  placeholder: 'Beleg oder Link einfügen',
  file: 'Datei wählen',
  submit: 'Prüfen',
  checking: 'Wird geprüft …',
  empty: 'Fügen Sie einen Beleg ein oder wählen Sie eine Datei aus',
  fileFailed: 'Diese Datei konnte nicht gelesen werden',
  home: 'Zur Startseite',
  result: {
    valid: { title: 'Gültig', text: 'Hier ausgestellt und weiterhin so eingetragen.' },
    superseded: {
      title: 'Nicht mehr gültig',
      text: 'Hier ausgestellt, aber der Eintrag wurde später geändert. Dieser Beleg gilt nicht mehr. Bitten Sie um einen neuen.',
    },
    issued: {
      title: 'Hier ausgestellt',
      text: 'Sie sind offline, oder der Server ist nicht erreichbar. Prüfen Sie online erneut, ob der Eintrag später geändert wurde.',
    },
    receipt_altered: {
      title: 'Nicht echt',
      text: 'Dieser Beleg wurde nach der Ausstellung verändert oder nie ausgestellt.',
    },
    receipt_unknown_issuer: {
      title: 'Nicht hier ausgestellt',
      text: 'Vielleicht hat ihn eine andere Einrichtung ausgestellt. Prüfen Sie ihn dort.',
    },
    receipt_unreadable: {
      title: 'Kein Beleg',
      text: 'Das ist kein Beleg über Anwesenheit. Prüfen Sie, ob er vollständig kopiert wurde.',
    },
    unreachable: {
      title: 'Nicht geprüft',
      text: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    },
    failed: {
      title: 'Nicht geprüft',
      text: 'Der Beleg konnte nicht geprüft werden. Versuchen Sie es erneut.',
    },
  },
  facts: {
    student: 'Name',
    course: 'Kurs',
    date: 'Termin am',
    status: 'Eingetragen als',
    recordedAt: 'Eingetragen am',
    issuedAt: 'Beleg ausgestellt',
    issuer: 'Ausgestellt von',
  },
};
