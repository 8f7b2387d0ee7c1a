import type { policy as english } from './policy.en.ts';

export const policy: typeof english = {
  policy: {
    title: 'Was dieser Termin verlangt',
    nothing: 'Keine zusätzlichen Prüfungen',
    lateAfter_one: 'Verspätet nach {{count}} Minute',
    lateAfter_other: 'Verspätet nach {{count}} Minuten',
    neverLate: 'Niemand ist verspätet',
    floor: 'Das Minimum für alle. Studierende können Prüfungen hinzufügen, aber keine abschalten.',
    chooseCourse: 'Wählen Sie einen Kurs, um seine Vorgaben zu sehen',
    defaultsLoading: 'Die Vorgaben dieses Kurses werden geladen …',
    defaultsUnknown: 'Die Vorgaben dieses Kurses konnten nicht geladen werden. Sie gelten trotzdem.',
    change: 'Ändern',
    useDefaults: 'Vorgaben des Kurses verwenden',
    short: {
      requirePin: 'PIN',
      requireDevice: 'registriertes Gerät',
      requireSelfie: 'Selfie',
      requirePasskey: 'Passkey',
      signed: 'Browser, der signieren kann',
      networks: 'das Netz {{networks}}',
      burstCodes: 'Live-Code',
      burstCodesOnly: 'Live-Code ohne Wörter',
    },
    check: {
      requirePin: 'PIN',
      requireDevice: 'Registriertes Gerät',
      requireSelfie: 'Selfie',
      requirePasskey: 'Passkey',
    },
    help: {
      requirePin: 'Alle geben ihre eigene PIN ein.',
      requireDevice: 'Nur mit einem Gerät, das vorher registriert wurde.',
      requireSelfie:
        'Studierende können sich stattdessen von Ihnen prüfen lassen. Diese Einträge sind gekennzeichnet.',
      requirePasskey:
        'Fingerabdruck, Gesicht oder Bildschirmsperre. Wer kein solches Gerät hat, wird manuell eingetragen.',
    },
    live: 'Live-Code: wechselt alle {{seconds}} s',
    liveHelp: 'Studierende scannen mehrere Codes nacheinander; ein Foto von einem reicht nicht.',
    allowWords: 'Zwei Wörter annehmen, wenn jemand nicht scannen kann',
    allowWordsHelp:
      'Wörter lassen sich auch telefonisch weitergeben. Jedes Paar gilt für ein Gerät, und diese Einträge werden gekennzeichnet.',
    allowUnsigned: 'Einträge aus Browsern annehmen, die nicht signieren können',
    allowUnsignedHelp:
      'Manche privaten Fenster und alte Browser können es nicht. Ihre Einträge werden gekennzeichnet.',
    networks: 'Zugelassene Netze (optional)',
    byInstitution: 'Ihre Einrichtung verlangt das bei jedem Termin.',
    networksHelp: 'Eines je Zeile, etwa 10.20.0.0/16. Bleibt das Feld leer, gilt jedes Netz.',
    notANetwork: '„{{line}}“ ist kein Netz. Schreiben Sie es wie 10.20.0.0/16 oder 2001:db8::/32.',
    tooManyNetworks: 'Höchstens {{max}} Netze',
  },
};
