export const elsewhere = {
  question: 'Everybody seems to be elsewhere. Move this class?',
  explain:
    '{{students}} of the {{tried}} students who tried to mark are together, about {{meters}} m from the location of this class, so they are rejected.',
  move: 'Move this class',
  moved: 'Class moved. Ask your students to try again.',
  movedTo: 'Class moved to {{room}}. Ask your students to try again.',
  failed: 'The class could not be moved',
};
