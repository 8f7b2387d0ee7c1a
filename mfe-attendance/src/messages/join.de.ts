import type { join as english } from './join.en.ts';

export const join: typeof english = {
  title: 'Sie sind noch nicht in diesem Kurs',
  why: 'Treten Sie bei, um Ihre Anwesenheit einzutragen. Ihr Scan bleibt gespeichert.',
  whyKey: 'Geben Sie den Schlüssel Ihrer Lehrkraft ein, um beizutreten. Ihr Scan bleibt gespeichert.',
  whyAsk: 'Ihre Lehrkraft muss Sie aufnehmen. Fragen Sie jetzt an: Ihr Scan bleibt gespeichert.',
  ask: 'Aufnahme in {{course}} anfragen',
  key: 'Einschreibeschlüssel',
  keyMissing: 'Geben Sie den Einschreibeschlüssel ein',
  action: '{{course}} beitreten und eintragen',
  unknown: 'Es konnte nicht geprüft werden, ob Sie diesem Kurs beitreten können.',
  checkAgain: 'Noch einmal prüfen',
  asGuest: 'Als Gast eintragen',
  guestHelp: 'Ihre Lehrkraft sieht, dass Sie da waren. Es zählt, sobald Sie zum Kurs gehören.',
  cannot: {
    INVITATION:
      'Sie brauchen einen Einladungslink. Bitten Sie Ihre Lehrkraft darum und prüfen Sie es dann noch einmal.',
    CLOSED:
      'Für diesen Kurs kann man sich nicht einschreiben. Bitten Sie Ihre Lehrkraft, Sie aufzunehmen, und prüfen Sie es dann noch einmal.',
    WAITING:
      'Ihre Lehrkraft muss Sie aufnehmen. Ihre Anfrage ist gesendet, und Ihre Lehrkraft sieht, dass Sie da sind.',
    DECLINED:
      'Ihre Lehrkraft hat Ihre Anfrage abgelehnt. Sprechen Sie mit ihr und prüfen Sie es dann noch einmal.',
    REMOVED:
      'Ihre Lehrkraft hat Sie aus diesem Kurs entfernt. Bitten Sie sie, Sie wieder aufzunehmen, und prüfen Sie es dann noch einmal.',
    other: 'Bitten Sie Ihre Lehrkraft, Sie aufzunehmen, und prüfen Sie es dann noch einmal.',
  },
};
