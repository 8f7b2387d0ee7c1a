// cspell:disable
import type { CorpusList } from './corpus-list.ts';

export const lessons: CorpusList[] = [
  {
    name: 'OneRoster classes',
    kind: 'sections',
    lines: [
      'sourcedId,status,dateLastModified,title,grades,courseSourcedId,classCode,classType,location,schoolSourcedId,termSourcedIds,semester,code',
      'cl1,,,Algorithms,,c1,A,scheduled,,o2,t1,3,CS301',
    ],
    read: ['id=cl1 | section=A | course=c1 | code=CS301 | name=Algorithms | semester=3 | term=t1'],
  },
  {
    name: 'Canvas sections',
    kind: 'sections',
    lines: [
      'section_id,course_id,name,status,start_date,end_date,course_code,semester,term_id',
      'S1,C1,Algorithms,active,,,CS301,3,T1',
    ],
    read: ['id=S1 | course=C1 | code=CS301 | name=Algorithms | semester=3 | term=T1'],
  },
  {
    name: 'Banner SSBSECT',
    kind: 'sections',
    lines: [
      'SSBSECT_CRN,COURSE_ID,SSBSECT_SEQ_NUMB,COURSE_CODE,SSBSECT_CRSE_TITLE,SSBSECT_TERM_CODE,SEMESTER',
      '12345,CS301,001,CS301,Algorithms,202710,3',
    ],
    read: ['id=12345 | section=001 | course=CS301 | code=CS301 | name=Algorithms | semester=3 | term=202710'],
  },
  {
    name: 'HISinOne courses',
    kind: 'sections',
    lines: [
      'Veranstaltungsnummer;Parallelgruppe;Modulnummer;Kürzel;Veranstaltungstitel;Fachsemester;Studiensemester',
      '51234;1;M301;ALGO;Algorithmen;3;WS26',
    ],
    read: ['id=51234 | section=1 | course=M301 | code=ALGO | name=Algorithmen | semester=3 | term=WS26'],
  },
  {
    name: 'OneRoster enrollments',
    kind: 'memberships',
    lines: [
      'sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate',
      'e1,,,cl1,o2,u1,student,false,2026-09-28,2026-12-18',
    ],
    read: ['section=cl1 | person=u1 | began=2026-09-28 | ended=2026-12-18'],
  },
  {
    name: 'Canvas enrollments',
    kind: 'memberships',
    lines: ['section_id,user_id,role,status,start_date,end_date', 'S1,0001,student,active,,'],
    read: ['section=S1 | person=0001'],
  },
  {
    name: 'Blackboard enrollments',
    kind: 'memberships',
    lines: ['EXTERNAL_COURSE_KEY|EXTERNAL_PERSON_KEY|ROLE|DATA_SOURCE_KEY', 'CS301|0001|student|2026F'],
    read: ['section=CS301 | person=0001 | term=2026F'],
  },
  {
    name: 'Banner SFRSTCR',
    kind: 'memberships',
    lines: [
      'SFRSTCR_TERM_CODE,SFRSTCR_CRN,SPRIDEN_ID,SFRSTCR_RSTS_DATE',
      '202710,12345,@00012345,28-SEP-2026',
    ],
    read: ['section=12345 | person=@00012345 | began=2026-09-28 | term=202710'],
  },
  {
    name: 'PeopleSoft enrollments',
    kind: 'memberships',
    lines: ['EMPLID,STRM,CLASS_NBR', '0000123456,2271,12345'],
    read: ['section=12345 | person=0000123456 | term=2271'],
  },
  {
    name: 'HISinOne registrations',
    kind: 'memberships',
    lines: ['LV-Nummer;Matrikelnummer;Semester', '51234;712345;WS26', '51234;7,12E+06;WS26'],
    read: ['section=51234 | person=712345 | term=WS26', 'person: changed_by_spreadsheet'],
  },
  {
    name: 'groups in Spanish',
    kind: 'memberships',
    lines: ['Grupo;Número de estudiante;Desde;Hasta', 'G1;000123;7/9/2026;22/1/2027'],
    read: ['section=G1 | person=000123 | began=2026-09-07 | ended=2027-01-22'],
  },
  {
    name: 'staff of Banner',
    kind: 'staff',
    lines: [
      'Employee ID,Course Role,Level,CRN,Start Date,End Date',
      'E001,Primary Instructor,Section,12345,28-SEP-2026,18-DEC-2026',
      'E002,TA,Section,12345,,',
    ],
    read: [
      'person=E001 | role=owner | scope=section | scopeId=12345 | firstDay=2026-09-28 | lastDay=2026-12-18',
      'person=E002 | role=assistant | scope=section | scopeId=12345',
    ],
  },
  {
    name: 'staff in German',
    kind: 'staff',
    lines: [
      'Personalnummer;Funktion;Ebene;Kurs-ID;Von;Bis',
      '4711;Verantwortliche;Modul;M301;01.10.2026;31.03.2027',
      '4712;Tutor;Gruppe;G1;;',
    ],
    read: [
      'person=4711 | role=owner | scope=course | scopeId=M301 | firstDay=2026-10-01 | lastDay=2027-03-31',
      'person=4712 | role=assistant | scope=section | scopeId=G1',
    ],
  },
  {
    name: 'Banner SSRMEET',
    kind: 'timetable',
    lines: [
      'CRN,Days,Begin Time,End Time,SSRMEET_START_DATE,SSRMEET_END_DATE,Room Code',
      '12345,MWF,0900,0950,28-SEP-2026,18-DEC-2026,HALL101',
      '12346,TR,1300,1415,28-SEP-2026,18-DEC-2026,HALL102',
      '12347,TBA,,,,,',
    ],
    read: [
      'section=12345 | weekday=1,3,5 | start=09:00 | end=09:50 | room=HALL101 | firstDay=2026-09-28 | lastDay=2026-12-18',
      'section=12346 | weekday=2,4 | start=13:00 | end=14:15 | room=HALL102 | firstDay=2026-09-28 | lastDay=2026-12-18',
      'weekday: not_a_weekday',
    ],
  },
  {
    name: 'PeopleSoft meetings',
    kind: 'timetable',
    lines: [
      'Class Nbr,Meeting Days,Mtg Start,Mtg End,Facility ID,Start Date,End Date',
      '12345,MoWeFr,9:00AM,9:50AM,HALL101,09/28/2026,12/18/2026',
      '12346,TuTh,1:00PM,2:15PM,HALL102,09/28/2026,12/18/2026',
    ],
    read: [
      'section=12345 | weekday=1,3,5 | start=09:00 | end=09:50 | room=HALL101 | firstDay=2026-09-28 | lastDay=2026-12-18',
      'section=12346 | weekday=2,4 | start=13:00 | end=14:15 | room=HALL102 | firstDay=2026-09-28 | lastDay=2026-12-18',
    ],
  },
  {
    name: 'Workday meeting patterns',
    kind: 'timetable',
    lines: [
      'Section,Meeting Pattern,Start Time,End Time',
      'CS301-1,M/W/F,11:00 a.m.,11:50 a.m.',
      'CS301-2,TTh,12:30 PM,1:45 PM',
    ],
    read: [
      'section=CS301-1 | weekday=1,3,5 | start=11:00 | end=11:50',
      'section=CS301-2 | weekday=2,4 | start=12:30 | end=13:45',
    ],
  },
  {
    name: 'values of the timetable',
    kind: 'timetable',
    lines: [
      'section,weekday,start,end',
      'F-S1,MWF,11:00,11:50',
      'F-S1,TR,0900,1015',
      'F-S1,M,9:00 AM,10:15 AM',
      'F-S1,Mo,9.00,10.30',
      'F-S1,Mi.,13:00,14:30',
      'F-S1,Sat,2:00 pm,3:30 pm',
    ],
    read: [
      'section=F-S1 | weekday=1,3,5 | start=11:00 | end=11:50',
      'section=F-S1 | weekday=2,4 | start=09:00 | end=10:15',
      'section=F-S1 | weekday=1 | start=09:00 | end=10:15',
      'section=F-S1 | weekday=1 | start=09:00 | end=10:30',
      'section=F-S1 | weekday=3 | start=13:00 | end=14:30',
      'section=F-S1 | weekday=6 | start=14:00 | end=15:30',
    ],
  },
  {
    name: 'CAMPUSonline dates',
    kind: 'timetable',
    lines: [
      'Gruppe;Wochentag;Von;Bis;Ort;Datum von;Datum bis',
      'G1;Montag;08:15;09:45;MW 0001;12.10.2026;05.02.2027',
      'G1;Do.;10.15 Uhr;11.45 Uhr;MW 0001;12.10.2026;05.02.2027',
    ],
    read: [
      'section=G1 | weekday=1 | start=08:15 | end=09:45 | room=MW 0001 | firstDay=2026-10-12 | lastDay=2027-02-05',
      'section=G1 | weekday=4 | start=10:15 | end=11:45 | room=MW 0001 | firstDay=2026-10-12 | lastDay=2027-02-05',
    ],
  },
  {
    name: 'HISinOne dates',
    kind: 'timetable',
    lines: [
      'LV-Nr.;Wochentag;Uhrzeit von;Uhrzeit bis;Rhythmus;Raum',
      '51234;Di;14:00;16:00;2;A 101',
      '51234;Mo-Mi;8 Uhr;10 Uhr;;A 101',
    ],
    read: [
      'section=51234 | weekday=2 | start=14:00 | end=16:00 | room=A 101 | everyWeeks=2',
      'section=51234 | weekday=1,2,3 | start=08:00 | end=10:00 | room=A 101',
    ],
  },
  {
    name: 'a timetable in French',
    kind: 'timetable',
    lines: [
      'Groupe;Jour;Heure de début;Heure de fin;Salle',
      'G1;lundi;8h30;10h00;A-101',
      'G1;mer.;14h;16h;A-101',
      'G2;Lu, Je;9h00;10h30;',
    ],
    read: [
      'section=G1 | weekday=1 | start=08:30 | end=10:00 | room=A-101',
      'section=G1 | weekday=3 | start=14:00 | end=16:00 | room=A-101',
      'section=G2 | weekday=1,4 | start=09:00 | end=10:30',
    ],
  },
  {
    name: 'a timetable in Spanish',
    kind: 'timetable',
    lines: [
      'Grupo;Día;Hora de inicio;Hora de fin;Aula',
      'G1;L;9:00;10:30;1.1',
      'G1;X;9:00;10:30;1.1',
      'G1;M;9:00;10:30;1.1',
      'G2;jueves;16.00;17.30;1.2',
    ],
    read: [
      'section=G1 | weekday=1 | start=09:00 | end=10:30 | room=1.1',
      'section=G1 | weekday=3 | start=09:00 | end=10:30 | room=1.1',
      'section=G1 | weekday=2 | start=09:00 | end=10:30 | room=1.1',
      'section=G2 | weekday=4 | start=16:00 | end=17:30 | room=1.2',
    ],
  },
  {
    name: 'a range of times in one column',
    kind: 'timetable',
    lines: ['section,day,time', 'G1,Mon,9:00-10:30', 'G1,Tue,9 - 10'],
    read: [
      'section=G1 | weekday=1 | start=09:00 | end=10:30',
      'section=G1 | weekday=2 | start=09:00 | end=10:00',
    ],
  },
  {
    name: 'midnight and nonsense',
    kind: 'timetable',
    lines: [
      'section,weekday,start,end',
      'G1,1,12:00 AM,1 AM',
      'G1,8,9:00,10:00',
      'G1,Mo,25:00,26:00',
      'G1,Mo,9:00,noon',
    ],
    read: [
      'section=G1 | weekday=1 | start=00:00 | end=01:00',
      'weekday: not_a_weekday',
      'start: not_a_time',
      'end: not_a_time',
    ],
  },
];
