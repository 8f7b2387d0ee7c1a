import type { importUndo as english } from './import-undo.en.ts';

export const importUndo: typeof english = {
  undo: 'Import rückgängig machen',
  undoTitle: 'Den ganzen Import rückgängig machen?',
  undoText:
    'Alles, was dieser Import hinzugefügt, geändert oder beendet hat, wird wie vorher, außer was seitdem geändert oder benutzt wurde und was auch ein anderer Import angibt.',
  undoPeopleText:
    'Personen, die nur dieser Import nennt, werden zurückgezogen: Niemand findet sie, was über sie erfasst ist, bleibt, und ein erneuter Import holt sie zurück. Geänderte Werte werden wie vorher. Wer sich registriert hat, und Werte, die seitdem geändert wurden, bleiben, wie sie sind.',
  willRemove_one: '{{found}} Objekt, das damit begann, endet oder wird gelöscht',
  willRemove_other: '{{found}} Objekte, die damit begannen, enden oder werden gelöscht',
  willRestore_one: '{{found}} Objekt erhält seine früheren Werte',
  willRestore_other: '{{found}} Objekte erhalten ihre früheren Werte',
  willKeep_one: '{{found}} Objekt bleibt, wie es ist, weil es seitdem jemand geändert hat',
  willKeep_other: '{{found}} Objekte bleiben, wie sie sind, weil sie seitdem jemand geändert hat',
  undoPreviewPartial: 'Nur der letzte Teil dieses großen Imports wurde gezählt.',
  undoPreviewFailed: 'Was rückgängig gemacht würde, konnte nicht gezählt werden',
  undoStarted: 'Der Import wird rückgängig gemacht',
  undoFailed: 'Der Import konnte nicht rückgängig gemacht werden',
  undoUntil: 'Möglich bis {{day}}',
  undone_one: '{{restored}} Eintrag ist wie vorher.',
  undone_other: '{{restored}} Einträge sind wie vorher.',
  kept_one: '{{kept}} blieb oder endete, weil er seitdem geändert oder benutzt wurde:',
  kept_other: '{{kept}} blieben oder endeten, weil sie seitdem geändert oder benutzt wurden:',
};
