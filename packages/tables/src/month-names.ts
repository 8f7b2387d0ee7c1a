// cspell:disable

/** Months in English, German, French and Spanish, without accents, dots and capitals. */
const MONTHS = [
  'january jan januar janner jaenner janvier janv enero ene',
  'february feb februar febr fevrier fev fevr febrero',
  'march mar marz maerz mrz mars marzo',
  'april apr avril avr abril abr',
  'may mai mayo',
  'june jun juni juin junio',
  'july jul juli juillet juil julio',
  'august aug aout agosto ago',
  'september sep sept septembre septiembre set setiembre',
  'october oct oktober okt octobre octubre',
  'november nov novembre noviembre',
  'december dec dezember dez decembre diciembre dic',
];

export const MONTH_OF_NAME = new Map(
  MONTHS.flatMap((names, index) => names.split(' ').map((name): [string, number] => [name, index + 1])),
);
