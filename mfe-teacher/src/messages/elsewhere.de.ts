import type { elsewhere as english } from './elsewhere.en.ts';

export const elsewhere: typeof english = {
  question: 'Alle scheinen woanders zu sein. Diesen Termin verlegen?',
  explain:
    '{{students}} der {{tried}} Personen, die sich eintragen wollten, sind zusammen, etwa {{meters}} m vom Ort dieses Termins entfernt, und werden daher abgewiesen.',
  move: 'Termin verlegen',
  moved: 'Termin verlegt. Bitten Sie alle, es noch einmal zu versuchen.',
  movedTo: 'Termin nach {{room}} verlegt. Bitten Sie alle, es noch einmal zu versuchen.',
  failed: 'Der Termin konnte nicht verlegt werden',
};
