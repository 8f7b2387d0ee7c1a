import type { TFunction } from 'i18next';

const notes = ['passwordReset', 'signedOutEverywhere', 'erased'] as const;
export type SignInNote = (typeof notes)[number];

export const signInNoteOf = (state: unknown, t: TFunction<'shell'>): string | undefined => {
  const named = typeof state === 'object' && state !== null && 'note' in state ? state.note : undefined;
  const note = notes.find((one) => one === named);
  return note && t(`login.notes.${note}`);
};
