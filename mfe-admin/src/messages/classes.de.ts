import type { classes as english } from './classes.en.ts';

export const classes: typeof english = {
  title: 'Termine heute',
  time: 'Zeit',
  teacher: 'Lehrperson',
  room: 'Raum',
  state: 'Zustand',
  everyState: 'Alle Zustände',
  moved: 'Verlegt',
  noMatch: 'Kein heutiger Termin passt zu den Filtern.',
  openOf: '{{course}} am {{date}} öffnen',
  notTaken: 'Anwesenheit nicht erfasst',
  notTakenHelp:
    'Vergangene Termine, deren Code nie gezeigt wurde und in denen niemand eingetragen ist. Sie zählen nicht, bis jemand die Anwesenheit einträgt oder angibt, dass sie nicht stattfanden.',
  notTakenFailed: 'Die Termine ohne Anwesenheit konnten nicht geladen werden',
  nonePending: 'Für alle Termine wurde die Anwesenheit erfasst.',
  no: 'Fand nicht statt',
  noOf: '{{course}} am {{date}} fand nicht statt',
  noTitle: 'Fand {{course}} nicht statt?',
  noText: 'Der Termin wird abgesagt und zählt nirgends. Er kann einen Tag lang wieder geöffnet werden.',
  noDone: 'Termin abgesagt',
  noFailed: 'Der Termin konnte nicht abgesagt werden',
};
