/**
 * Texts and their folded forms. `foldForSearch` in pages and `fold_for_search` in databases must both return these
 * folded forms.
 */
export const searchSamples: [text: string, folded: string][] = [
  ['Grace HOPPER', 'grace hopper'],
  ['José Álvarez-Núñez', 'jose alvarez-nunez'],
  ['Jose\u0301', 'jose'],
  ['Łukasz Śmigły', 'lukasz smigly'],
  ['Søren Ærø', 'soren aero'],
  ['Groß', 'gross'],
  ['Nguyễn Thị Đào', 'nguyen thi dao'],
  ['Işıl', 'isil'],
  ['Ｆｕｌｌ', 'full'],
  ['ﬁ', 'fi'],
  ['किरण', 'किरण'],
  ['李明', '李明'],
  ['100% C\\D _', '100% c\\d _'],
  ['', ''],
];
