import type { flag as english } from './flag.en.ts';

export const flag: typeof english = {
  device_shared: {
    title: 'Ein Handy, zwei Personen',
    look: 'Mit demselben Handy hat sich noch jemand eingetragen oder es versucht. Vielleicht wurde es nur geliehen: Prüfen Sie, ob beide im Raum sind.',
  },
  same_coordinates: {
    title: 'Genau derselbe Standort',
    look: 'Mehrere Personen haben genau denselben Standort gesendet. Das kommt bei gefälschten Standorten vor, aber auch bei Laptops ohne GPS: Prüfen Sie, ob sie im Raum sind.',
  },
  impossible_jump: {
    title: 'Zu weit entfernt vom letzten Eintrag',
    look: 'Vom Ort des letzten Eintrags kommt niemand so schnell hierher. Ein Standort aus dem WLAN kann sehr ungenau sein: Prüfen Sie, ob die Person im Raum ist.',
  },
  zero_accuracy: {
    title: 'Standort ohne Angabe der Genauigkeit',
    look: 'Das Handy hat einen völlig genauen Standort gemeldet, was nicht möglich ist. Manche Browser lassen die Genauigkeit weg: Prüfen Sie, ob die Person im Raum ist.',
  },
  unsigned: {
    title: 'Nicht vom Browser signiert',
    look: 'Der Browser konnte nicht belegen, dass Scan und Eintrag von demselben Handy stammen, etwa auf einer Seite ohne https. Prüfen Sie, ob die Person im Raum ist.',
  },
  delivered_late: {
    title: 'Verspätet angekommen',
    look: 'Nach Angabe des Handys wurde der Eintrag rechtzeitig gemacht und durch schlechtes WLAN aufgehalten. Prüfen Sie, ob die Person im Raum war.',
  },
  without_selfie: {
    title: 'Prüfung statt Selfie gewünscht',
    look: 'Die Person möchte kein Selfie aufnehmen, und das ist in Ordnung. Prüfen Sie, ob sie im Raum ist, und nehmen Sie den Eintrag dann an.',
  },
  browser_shared: {
    title: 'Ein Browser, mehrere Personen',
    look: 'Mehrere Personen haben sich im selben Browser eingetragen. Vielleicht wurde ein Handy in gutem Glauben verliehen: Prüfen Sie, ob alle im Raum sind.',
  },
  new_device: {
    title: 'Neues Gerät',
    look: 'Die Person hat ein Gerät benutzt, das sie noch nie benutzt hat. Meist ist es ein neues Handy oder ein zurückgesetzter Browser.',
  },
  new_passkey: {
    title: 'Neuer Passkey',
    look: 'Die Person hat einen Passkey benutzt, den sie noch nie benutzt hat. Meist wurde ein Passkey ersetzt, oder es ist ein neuer Sicherheitsschlüssel.',
  },
  new_devices_together: {
    title: 'Viele neue Geräte auf einmal',
    look: 'Viele haben sich innerhalb von Minuten mit neuen Geräten eingetragen. Das kann eine Person mit vielen Konten sein, oder es wurden Geräte ausgegeben: Zählen Sie die Anwesenden.',
  },
  late_against_cohort: {
    title: 'Viel später als die anderen',
    look: 'Die Eintragung kam lange nach den meisten anderen dieses Termins. Meist ist jemand zu spät gekommen.',
  },
  relayed_late: {
    title: 'Live-Code kam spät an',
    look: 'Der Scan des Live-Codes kam später an als die meisten anderen, wie bei einem Videoanruf, aber auch bei einem langsamen Handy. Allein beweist das nichts.',
  },
  constant_offset: {
    title: 'Gleicher Abstand wie eine Gruppe',
    look: 'Mehrere Personen haben sich bei Termin um Termin im gleichen Abstand nach den anderen eingetragen. So sehen weitergegebene Codes aus, aber auch Freunde, die zusammen kommen: Prüfen Sie, ob sie im Raum sind.',
  },
  off_campus: {
    title: 'Außerhalb des Campusnetzes',
    look: 'Die Eintragung kam von außerhalb des Campusnetzes. Meist sind es mobile Daten.',
  },
  selfie_near_duplicate: {
    title: 'Selfie sehr ähnlich wie ein anderes',
    look: 'Ein Bild ist einem früheren sehr ähnlich, von dieser Person oder von jemandem in diesem Termin. Zwei Bilder vom selben Platz können sich ähneln: Vergleichen Sie sie.',
  },
  selfie_blank: {
    title: 'Selfie zeigt fast nichts',
    look: 'Ein Bild ist fast einfarbig, wie bei verdeckter Linse oder im Dunkeln. Prüfen Sie, ob die Person im Raum ist.',
  },
  selfie_one_picture: {
    title: 'Nur ein Selfie-Bild',
    look: 'Das zweite Bild fehlt, wie bei einer Seite, die vor einer Aktualisierung geöffnet wurde. Prüfen Sie, ob die Person im Raum ist.',
  },
  second_account: {
    title: 'Zweites Konto einer Person',
    look: 'Ein älteres Konto hat denselben Namen und dieselbe USN. Vielleicht hat jemand den Zugang verloren und ein neues angelegt. Es kann auch im Namen einer abwesenden Person angelegt worden sein: Prüfen Sie, ob die Person im Raum ist.',
  },
  words_entered: {
    title: 'Wörter eingegeben',
    look: 'Die Person hat die Wörter neben dem Code eingegeben, statt ihn zu scannen. Meist geht die Kamera nicht. Wörter lassen sich auch telefonisch weitergeben: Prüfen Sie, ob die Person im Raum ist.',
  },
  presence_check_missed: {
    title: 'Anwesenheitskontrolle verpasst',
    look: 'Die Person war eingetragen und hat nicht geantwortet, als noch einmal abgefragt wurde. Ein leerer Akku oder früheres Gehen sind übliche Gründe: Fragen Sie nach.',
  },
  other: {
    title: 'Ein anderer Grund',
    look: 'Diese Seite ist veraltet. Laden Sie sie neu, um den Grund zu sehen.',
  },
};
