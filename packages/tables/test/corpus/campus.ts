// cspell:disable
import type { CorpusList } from './corpus-list.ts';

export const campus: CorpusList[] = [
  {
    name: 'OneRoster 1.1 academic sessions',
    kind: 'terms',
    lines: [
      'sourcedId,status,dateLastModified,title,type,startDate,endDate,parentSourcedId,schoolYear',
      't1,,,Fall 2026,term,2026-09-28,2026-12-18,,2027',
    ],
    read: ['id=t1 | name=Fall 2026 | firstDay=2026-09-28 | lastDay=2026-12-18'],
  },
  {
    name: 'Canvas terms',
    kind: 'terms',
    lines: [
      'term_id,name,status,start_date,end_date',
      'T1,Fall 2026,active,2026-09-28T00:00:00Z,2026-12-18T23:59:59Z',
    ],
    read: ['id=T1 | name=Fall 2026 | firstDay=2026-09-28 | lastDay=2026-12-18'],
  },
  {
    name: 'Banner STVTERM',
    kind: 'terms',
    lines: [
      'STVTERM_CODE,STVTERM_DESC,STVTERM_START_DATE,STVTERM_END_DATE',
      '202710,Fall 2026,28-SEP-2026,18-DEC-2026',
      '202720,Spring 2027,11-JAN-27,07-MAY-27',
    ],
    read: [
      'id=202710 | name=Fall 2026 | firstDay=2026-09-28 | lastDay=2026-12-18',
      'id=202720 | name=Spring 2027 | firstDay=2027-01-11 | lastDay=2027-05-07',
    ],
  },
  {
    name: 'PeopleSoft terms',
    kind: 'terms',
    lines: [
      'STRM,Descr,Start Date,End Date',
      '2271,Fall 2026,09/28/2026,12/18/2026',
      '2273,Spring 2027,01/11/2027,05/07/2027',
    ],
    read: [
      'id=2271 | name=Fall 2026 | firstDay=2026-09-28 | lastDay=2026-12-18',
      'id=2273 | name=Spring 2027 | firstDay=2027-01-11 | lastDay=2027-05-07',
    ],
  },
  {
    name: 'semesters in German',
    kind: 'terms',
    lines: [
      'Kürzel;Bezeichnung;Beginn;Ende',
      'WS26;Wintersemester 2026/27;1. Oktober 2026;31. März 2027',
      'SS27;Sommersemester 2027;01.04.27;30.09.27',
    ],
    read: [
      'id=WS26 | name=Wintersemester 2026/27 | firstDay=2026-10-01 | lastDay=2027-03-31',
      'id=SS27 | name=Sommersemester 2027 | firstDay=2027-04-01 | lastDay=2027-09-30',
    ],
  },
  {
    name: 'periods in French',
    kind: 'terms',
    lines: [
      'Code;Libellé;Date de début;Date de fin',
      'S1;Semestre 1;1er septembre 2026;22 janvier 2027',
      'S2;Semestre 2;25/01/2027;11/06/2027',
    ],
    read: [
      'id=S1 | name=Semestre 1 | firstDay=2026-09-01 | lastDay=2027-01-22',
      'id=S2 | name=Semestre 2 | firstDay=2027-01-25 | lastDay=2027-06-11',
    ],
  },
  {
    name: 'periods in Spanish',
    kind: 'terms',
    lines: [
      'Código;Denominación;Fecha de inicio;Fecha de fin',
      '1C;Primer cuatrimestre;7 de septiembre de 2026;22 de enero de 2027',
    ],
    read: ['id=1C | name=Primer cuatrimestre | firstDay=2026-09-07 | lastDay=2027-01-22'],
  },
  {
    name: 'days of several systems',
    kind: 'terms',
    lines: [
      'id,name,firstDay,lastDay',
      'X1,Slash,28/09/2026,18/12/2026',
      'X2,Compact,20260928,20261218',
      'X3,Oracle,28-SEP-2026,18-DEC-2026',
      'X4,SQL timestamp,2026-09-28 00:00:00.000,2026-12-18 00:00:00.000',
      'X5,ISO timestamp,2026-09-28T00:00:00,2026-12-18T00:00:00',
      'X6,One digit,28.9.2026,18.12.2026',
    ],
    read: [
      'id=X1 | name=Slash | firstDay=2026-09-28 | lastDay=2026-12-18',
      'id=X2 | name=Compact | firstDay=2026-09-28 | lastDay=2026-12-18',
      'id=X3 | name=Oracle | firstDay=2026-09-28 | lastDay=2026-12-18',
      'id=X4 | name=SQL timestamp | firstDay=2026-09-28 | lastDay=2026-12-18',
      'id=X5 | name=ISO timestamp | firstDay=2026-09-28 | lastDay=2026-12-18',
      'id=X6 | name=One digit | firstDay=2026-09-28 | lastDay=2026-12-18',
    ],
  },
  {
    name: 'slashes that do not decide',
    kind: 'terms',
    lines: ['id,name,firstDay,lastDay', 'X1,Either,03/04/2026,05/06/2026'],
    read: ['firstDay: ambiguous_day'],
  },
  {
    name: 'slashes of both orders',
    kind: 'terms',
    lines: [
      'id,name,firstDay,lastDay',
      'X1,European,28/09/2026,18/12/2026',
      'X2,American,09/28/2026,12/18/2026',
    ],
    read: [
      'id=X1 | name=European | firstDay=2026-09-28 | lastDay=2026-12-18',
      'id=X2 | name=American | firstDay=2026-09-28 | lastDay=2026-12-18',
    ],
  },
  {
    name: 'days that Excel shows as numbers',
    kind: 'terms',
    lines: ['id,name,firstDay,lastDay', 'X1,Serial,46293,46374'],
    read: ['firstDay: serial_day'],
  },
  {
    name: 'OneRoster orgs',
    kind: 'units',
    lines: [
      'sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId',
      'o1,,,Example University,district,001,',
      'o2,,,School of Arts,school,002,o1',
    ],
    read: [
      'id=o1 | kind=institution | name=Example University',
      'id=o2 | parent=o1 | kind=faculty | name=School of Arts',
    ],
  },
  {
    name: 'Canvas accounts',
    kind: 'units',
    lines: [
      'account_id,parent_account_id,name,status,type',
      'A1,,Example,active,University',
      'A2,A1,Arts,active,Faculty',
    ],
    read: ['id=A1 | kind=institution | name=Example', 'id=A2 | parent=A1 | kind=faculty | name=Arts'],
  },
  {
    name: 'CAMPUSonline organizations',
    kind: 'units',
    lines: [
      'Kürzel;Übergeordnete Einheit;Bezeichnung;Typ',
      'TU;;Technische Universität;Universität',
      'IN;TU;Fakultät für Informatik;Fakultät',
      'IN1;IN;Lehrstuhl 1;Lehrstuhl',
      'BSC;IN;Informatik B.Sc.;Studiengang',
    ],
    read: [
      'id=TU | kind=institution | name=Technische Universität',
      'id=IN | parent=TU | kind=faculty | name=Fakultät für Informatik',
      'id=IN1 | parent=IN | kind=department | name=Lehrstuhl 1',
      'id=BSC | parent=IN | kind=program | name=Informatik B.Sc.',
    ],
  },
  {
    name: 'rooms of CAMPUSonline',
    kind: 'rooms',
    lines: [
      'Raumnummer;Bezeichnung;Gebäude;Sitzplätze;Breitengrad;Längengrad',
      'MW 0001;Hörsaal;Maschinenwesen;1200;48,2656;11,6698',
    ],
    read: [
      'id=MW 0001 | name=Hörsaal | building=Maschinenwesen | capacity=1200 | latitude=48.2656 | longitude=11.6698',
    ],
  },
  {
    name: 'rooms of Banner',
    kind: 'rooms',
    lines: ['Room,Description,Building Code,Room Capacity', 'HALL101,Lecture Hall,HALL,120.0'],
    read: ['id=HALL101 | name=Lecture Hall | building=HALL | capacity=120'],
  },
  {
    name: 'rooms in French',
    kind: 'rooms',
    lines: ['Code salle;Libellé;Bâtiment;Capacité', 'A-101;Amphi;A;cent'],
    read: ['capacity: not_a_number'],
  },
];
