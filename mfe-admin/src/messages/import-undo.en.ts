/** The undo of a whole import. */
export const importUndo = {
  undo: 'Undo the import',
  undoTitle: 'Undo the whole import?',
  undoText:
    'Everything that this import added, changed or ended is as before, except what somebody has changed or used since, and what another import states too.',
  undoPeopleText:
    'People whom only this import stated are withdrawn: nobody finds them, what was recorded about them stays, and importing them again brings them back. Changed values are as before. People who have registered, and values that somebody has changed since, stay as they are.',
  willRemove_one: '{{found}} object that it began ends or is deleted',
  willRemove_other: '{{found}} objects that it began end or are deleted',
  willRestore_one: '{{found}} object gets its former values',
  willRestore_other: '{{found}} objects get their former values',
  willKeep_one: '{{found}} object stays as it is, because somebody has changed it since',
  willKeep_other: '{{found}} objects stay as they are, because somebody has changed them since',
  undoPreviewPartial: 'Only the last part of this large import was counted.',
  undoPreviewFailed: 'What the undo would do could not be counted',
  undoStarted: 'The import is being undone',
  undoFailed: 'The import could not be undone',
  undoUntil: 'Possible until {{day}}',
  undone_one: '{{restored}} object is as before.',
  undone_other: '{{restored}} objects are as before.',
  kept_one: '{{kept}} was left as it is or ended, because somebody has changed or used it since:',
  kept_other: '{{kept}} were left as they are or ended, because somebody has changed or used them since:',
};
