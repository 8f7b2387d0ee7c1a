// cspell:disable
import type { CorpusList } from './corpus-list.ts';

export const people: CorpusList[] = [
  {
    name: 'OneRoster 1.1 users',
    kind: 'people',
    lines: [
      '"sourcedId","status","dateLastModified","enabledUser","orgSourcedIds","role","username","userIds","givenName","familyName","middleName","identifier","email","sms","phone","agentSourcedIds","grades","password"',
      '"u-9001","","","true","org-1","student","zoe.quill","{LDAP:zq1}","Zoe","Quill","","0009001","zoe.quill@students.example.edu","","","","",""',
    ],
    read: ['person=0009001 | name=Zoe Quill | email=zoe.quill@students.example.edu | role=student'],
  },
  {
    name: 'OneRoster 1.2 users',
    kind: 'people',
    lines: [
      'sourcedId,status,dateLastModified,enabledUser,username,userIds,givenName,familyName,middleName,identifier,email,sms,phone,agentSourcedIds,grades,password,userMasterIdentifier,resourceSourcedIds,preferredGivenName,preferredMiddleName,preferredFamilyName,primaryOrgSourcedId,pronouns,role',
      'u1,,,true,zq,,Zoe,Quill,,0009002,zq@example.edu,,,,,,,,,,,org1,,teacher',
    ],
    read: ['person=0009002 | name=Zoe Quill | email=zq@example.edu | role=staff'],
  },
  {
    name: 'Canvas SIS users',
    kind: 'people',
    lines: [
      'user_id,integration_id,login_id,password,first_name,last_name,full_name,sortable_name,short_name,email,status,declared_user_type',
      '0001,,zq,,Zoe,Quill,Zoe Quill,"Quill, Zoe",Zoe,zq@example.edu,active,student',
      '0002,,ad,,Ada,Diaz,Ada Diaz,"Diaz, Ada",Ada,ad@example.edu,active,faculty',
    ],
    read: [
      'person=0001 | name=Zoe Quill | email=zq@example.edu | role=student',
      'person=0002 | name=Ada Diaz | email=ad@example.edu | role=staff',
    ],
  },
  {
    name: 'Moodle users',
    kind: 'people',
    lines: [
      'username,firstname,lastname,email,idnumber,role',
      'zq,Zoe,Quill,zq@example.edu,0001,student',
      'ad,Ada,Diaz,ad@example.edu,0002,editingteacher',
    ],
    read: [
      'person=0001 | name=Zoe Quill | email=zq@example.edu | role=student',
      'person=0002 | name=Ada Diaz | email=ad@example.edu | role=staff',
    ],
  },
  {
    name: 'Moodle participants in German',
    kind: 'people',
    lines: [
      'Vorname;Nachname;ID-Nummer;E-Mail-Adresse;Rolle',
      'Zoe;Quill;0001;zq@example.edu;Teilnehmer/in',
      'Ada;Diaz;0002;ad@example.edu;Dozent/in',
    ],
    read: [
      'person=0001 | name=Zoe Quill | email=zq@example.edu | role=student',
      'person=0002 | name=Ada Diaz | email=ad@example.edu | role=staff',
    ],
  },
  {
    name: 'Moodle participants in French',
    kind: 'people',
    lines: [
      'Prénom;Nom de famille;Numéro d\u2019identification;Adresse de courriel;Rôle',
      'Zoé;Quill;0001;zq@example.edu;Étudiant',
      'Ada;Diaz;0002;ad@example.edu;Enseignant',
    ],
    read: [
      'person=0001 | name=Zoé Quill | email=zq@example.edu | role=student',
      'person=0002 | name=Ada Diaz | email=ad@example.edu | role=staff',
    ],
  },
  {
    name: 'Moodle participants in Spanish',
    kind: 'people',
    lines: [
      'Nombre,Apellido(s),Número de ID,Dirección de correo,Rol',
      'Zoe,Quill,0001,zq@example.edu,Estudiante',
      'Ada,Díaz,0002,ad@example.edu,Profesor',
    ],
    read: [
      'person=0001 | name=Zoe Quill | email=zq@example.edu | role=student',
      'person=0002 | name=Ada Díaz | email=ad@example.edu | role=staff',
    ],
  },
  {
    name: 'Blackboard snapshot of users',
    kind: 'people',
    lines: [
      'external_person_key|firstname|lastname|email|user_id|institution_role',
      '0001|Zoe|Quill|zq@example.edu|zq|Student',
      '0002|Ada|Diaz|ad@example.edu|ad|Faculty',
    ],
    read: [
      'person=0001 | name=Zoe Quill | email=zq@example.edu | role=student',
      'person=0002 | name=Ada Diaz | email=ad@example.edu | role=staff',
    ],
  },
  {
    name: 'Blackboard grade center',
    kind: 'people',
    lines: [
      '"Last Name","First Name","Username","Student ID","Email","Role"',
      '"Quill","Zoe","zq","0001","zq@example.edu","S"',
    ],
    read: ['person=0001 | name=Zoe Quill | email=zq@example.edu | role=student'],
  },
  {
    name: 'Banner SPRIDEN',
    kind: 'people',
    lines: [
      'SPRIDEN_ID,SPRIDEN_LAST_NAME,SPRIDEN_FIRST_NAME,GOREMAL_EMAIL_ADDRESS,TYPE',
      '@00012345,Quill,Zoe,zq@example.edu,STU',
      '@00012346,Diaz,Ada,ad@example.edu,FAC',
    ],
    read: [
      'person=@00012345 | name=Zoe Quill | email=zq@example.edu | role=student',
      'person=@00012346 | name=Ada Diaz | email=ad@example.edu | role=staff',
    ],
  },
  {
    name: 'PeopleSoft query',
    kind: 'people',
    lines: [
      'Emplid,Last Name,First Name,Email Addr,Type',
      '0000123456,Quill,Zoe,zq@example.edu,STU',
      '0000123457,Diaz,Ada,ad@example.edu,EMP',
    ],
    read: [
      'person=0000123456 | name=Zoe Quill | email=zq@example.edu | role=student',
      'person=0000123457 | name=Ada Diaz | email=ad@example.edu | role=staff',
    ],
  },
  {
    name: 'PeopleSoft with a title',
    kind: 'people',
    lines: [
      'Class Roster',
      '2',
      'Empl ID,Name,Email Address,Role',
      '0000123456,"Quill,Zoe",zq@example.edu,Student',
      '0000123457,"Diaz,Ada",ad@example.edu,Instructor',
    ],
    read: [
      'person=0000123456 | name=Zoe Quill | email=zq@example.edu | role=student',
      'person=0000123457 | name=Ada Diaz | email=ad@example.edu | role=staff',
    ],
  },
  {
    name: 'CAMPUSonline students',
    kind: 'people',
    lines: [
      'REGISTRATION_NUMBER;FAMILY_NAME_OF_STUDENT;FIRST_NAME_OF_STUDENT;EMAIL_ADDRESS;COURSE_TITLE;ROLE',
      '03712345;Müller;Jörg;joerg.mueller@example.edu;"iPraktikum; ""Advanced""";Studierende',
    ],
    read: ['person=03712345 | name=Jörg Müller | email=joerg.mueller@example.edu | role=student'],
  },
  {
    name: 'CAMPUSonline in German',
    kind: 'people',
    lines: [
      'Matrikelnummer;Familienname;Vorname;E-Mail;Personengruppe',
      '03712345;Müller;Jörg;joerg.mueller@example.edu;Studierende/r',
    ],
    read: ['person=03712345 | name=Jörg Müller | email=joerg.mueller@example.edu | role=student'],
  },
  {
    name: 'HISinOne participants',
    kind: 'people',
    lines: [
      'mtknr;nachname;vorname;email;typ',
      '712345;Müller;Jörg;joerg@example.edu;Student/in',
      '712346;Özil;Ayşe;ayse@example.edu;Lehrende/r',
    ],
    read: [
      'person=712345 | name=Jörg Müller | email=joerg@example.edu | role=student',
      'person=712346 | name=Ayşe Özil | email=ayse@example.edu | role=staff',
    ],
  },
  {
    name: 'HIS with Name and Vorname',
    kind: 'people',
    lines: [
      'Matrikelnr.;Name;Vorname;E-Mail-Adresse;Status der Person',
      '712345;von der Heide;Eva;eva@example.edu;Gasthörer',
    ],
    read: ['person=712345 | name=Eva von der Heide | email=eva@example.edu | role=student'],
  },
  {
    name: 'a list of Excel in German',
    kind: 'people',
    lines: [
      'sep=;',
      'Kennung;Name;E-Mail;Rolle',
      '0001;Quill, Zoe;zq@example.edu;Studentin',
      ';;;',
      'Anzahl: 1;;;',
    ],
    read: ['person=0001 | name=Zoe Quill | email=zq@example.edu | role=student', '(total)'],
  },
  {
    name: 'Apogée in French',
    kind: 'people',
    lines: [
      'Code étudiant\tNom\tPrénom\tAdresse mail\tStatut',
      '21800123\tLefèvre\tÉlodie\telodie.lefevre@example.fr\tétudiante',
    ],
    read: ['person=21800123 | name=Élodie Lefèvre | email=elodie.lefevre@example.fr | role=student'],
  },
  {
    name: 'SIGMA in Spanish',
    kind: 'people',
    lines: [
      'Expediente;Primer apellido;Segundo apellido;Nombre;Correo electrónico;Tipo',
      '000123;García;López;María José;mj@example.es;alumna',
    ],
    read: ['person=000123 | name=María José García López | email=mj@example.es | role=student'],
  },
  {
    name: 'roles of campus systems',
    kind: 'people',
    lines: [
      'person,name,email,role',
      '0000161,B B,bb@example.edu,STU',
      '0000162,C C,cc@example.edu,Studierende',
      '0000163,D D,dd@example.edu,Faculty',
      '0000164,E E,ee@example.edu,Dozent',
      '0000165,F F,ff@example.edu,Alien',
    ],
    read: [
      'person=0000161 | name=B B | email=bb@example.edu | role=student',
      'person=0000162 | name=C C | email=cc@example.edu | role=student',
      'person=0000163 | name=D D | email=dd@example.edu | role=staff',
      'person=0000164 | name=E E | email=ee@example.edu | role=staff',
      'role: not_a_choice',
    ],
  },
  {
    name: 'numbers that Excel changed',
    kind: 'people',
    lines: [
      'person,name,email,role',
      '1.23457E+11,Sci One,sci.one@example.edu,student',
      '12347.0,Pandas Float,pandas@example.edu,student',
      '12345678901234500,Long,long@example.edu,student',
      '="0001234",Kept Zero,zero@example.edu,student',
      '#NAME?,Formula,f@example.edu,student',
      '0005,########,narrow@example.edu,student',
    ],
    read: [
      'person: changed_by_spreadsheet',
      'person: changed_by_spreadsheet',
      'person: changed_by_spreadsheet',
      'person=0001234 | name=Kept Zero | email=zero@example.edu | role=student',
      'person: formula_error',
      'name: formula_error',
    ],
  },
  {
    name: 'a direction mark in a name',
    kind: 'people',
    lines: ['person,name,email,role', '0000143,\u200Fمحمد\u200F عبد الله,mohamed@example.edu,student'],
    read: ['person=0000143 | name=محمد عبد الله | email=mohamed@example.edu | role=student'],
  },
  {
    name: 'leftovers of a spreadsheet',
    kind: 'people',
    lines: ['person,name,email,role,,,', '0000134,Trailing,trail@example.edu,student', ',,,,,,', ',,,,,,'],
    read: ['person=0000134 | name=Trailing | email=trail@example.edu | role=student'],
  },
  {
    name: 'addresses of a mail program',
    kind: 'people',
    lines: [
      'id,name,email,role',
      '1,Zoe Quill,Zoe Quill <zq@example.edu>,student',
      '2,Ada Diaz,mailto:ad@example.edu,student',
      '3,No Address,ad at example,student',
    ],
    read: [
      'person=1 | name=Zoe Quill | email=zq@example.edu | role=student',
      'person=2 | name=Ada Diaz | email=ad@example.edu | role=student',
      'email: not_an_address',
    ],
  },
  {
    name: 'a header that is repeated on each page',
    kind: 'people',
    lines: [
      'ID,Name,Email,Role',
      '1,Zoe Quill,zq@example.edu,student',
      'ID,Name,Email,Role',
      '2,Ada Diaz,ad@example.edu,student',
      'Total,2,,',
    ],
    read: [
      'person=1 | name=Zoe Quill | email=zq@example.edu | role=student',
      '(repeated_header)',
      'person=2 | name=Ada Diaz | email=ad@example.edu | role=student',
      '(total)',
    ],
  },
  {
    name: 'names as they are written',
    kind: 'people',
    lines: [
      'id;full name;e-mail;user type',
      '1;Nguyễn Văn An;an@example.edu;student',
      '2;Nagy János;nj@example.edu;student',
      '3;Jean-Luc d\u2019Arc;jl@example.edu;student',
      '4;King, Jr.;kj@example.edu;student',
      '5;O\u2019Neil, Shaquille;so@example.edu;student',
    ],
    read: [
      'person=1 | name=Nguyễn Văn An | email=an@example.edu | role=student',
      'person=2 | name=Nagy János | email=nj@example.edu | role=student',
      'person=3 | name=Jean-Luc d\u2019Arc | email=jl@example.edu | role=student',
      'person=4 | name=King, Jr. | email=kj@example.edu | role=student',
      'person=5 | name=Shaquille O\u2019Neil | email=so@example.edu | role=student',
    ],
  },
];
