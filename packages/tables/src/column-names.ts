// cspell:disable
import type { ImportFieldName, ImportKind } from '@qr-attendance/contracts';

/* Names of columns in exports of OneRoster 1.1 and 1.2, Canvas, Moodle, Blackboard, Banner, PeopleSoft, CAMPUSonline and HISinOne, and in spreadsheets, in English, German, French and Spanish, separated by commas. Earlier names take precedence. */

export const FAMILY_NAMES = `
  family name, last name, surname, lastname, lname, last, family name of student,
  spriden last name, nachname, familienname, name zuname, zuname, nom, nom de famille, apellidos,
  apellido s, apellido, primer apellido`;
export const GIVEN_NAMES = `
  given name, first name, forename, firstname, fname, first, first name of student,
  spriden first name, vorname, vornamen, rufname, prénom, prenom, prénoms, nombre, nombres,
  nombre de pila, preferred first name`;
/** Columns that contain family names if another column has given names. */
export const FAMILY_OR_FULL_NAMES = `
  name, nom`;
export const SECOND_FAMILY_NAMES = `
  segundo apellido, second last name`;
const FULL_NAMES = `
  full name, display name, name, student, student name, name of student, person name, teacher name,
  sortable name, users name, participant, vollständiger name, anzeigename, vor und nachname,
  name vorname, nachname vorname, nachname und vorname, teilnehmer, teilnehmer in, studierende,
  nom complet, nom et prénom, nom prénom, nombre completo, apellidos y nombre, nombre y apellidos,
  alumno, nom, nombre`;
const EMAILS = `
  email, email address, e mail, e mail address, mail, sis login email, login email, campus email,
  institutional email, university email, goremal email address, email addr, student email,
  preferred email, e mail adresse, mailadresse, email adresse, hochschul e mail, uni e mail,
  email address of student, adresse de courriel, adresse électronique, courriel, mél,
  adresse e mail, adresse mail, correo electrónico, correo, dirección de correo,
  dirección de correo electrónico, email institucional`;
const PERSON_IDS = `
  institution id, sis user id, person, person id, student id, student number, student no,
  studentid, identifier, id number, id nummer, id nr, idnumber, spriden id, banner id, emplid,
  empl id, campus id, university id, employee id, employee number, staff id, user sourced id,
  student sourced id, teacher sourced id, matriculation number, matriculation no,
  student identifier, external person key, username of student, personenkennung, personalnummer,
  personen id, nutzerkennung, benutzerkennung, kennung, studierendennummer, studentennummer,
  identnr, identnummer, obfuscated id, numéro étudiant, n étudiant, no étudiant, code étudiant,
  numéro d étudiant, ine, matricule, numéro d identification, número de identificación,
  número de estudiante, expediente, nip, dni, número de alumno, legajo, número de id, sourced id,
  user id, userid, sis login id, login id, username, user name, login, id`;
const REGISTRATION_NUMBERS = `
  registration number, reg no, registration no, registrationnumber, reg number, regno,
  matrikelnummer, matrikelnr, matrikel nr, matrikel, mtknr, matr nr, matrnr, matr,
  registration number of student, numéro d inscription, número de matrícula, matrícula`;
const SECTIONS = `
  section, section id, class id, group id, class sourced id, sis section id, course section id,
  crn, class nbr, class number, sfrstcr crn, ssbsect crn, external course key,
  course reference number, classid, gruppe, gruppen id, gruppennummer, gruppen nr, parallelgruppe,
  lv nummer, lv nr, veranstaltungsnummer, veranstaltungsnr, veranstnr, groupe, code groupe, grupo,
  código de grupo, sección, nrc`;
const TERMS = `
  term, term id, term code, strm, ssbsect term code, sfrstcr term code, academic session,
  term sourced id, term sourced ids, semester id, session sourced id, academic period,
  data source key, academic term, studiensemester, semester, sem, période, semestre, periodo,
  periodo académico, session`;
const UNITS = `
  unit, unit id, unit code, department, program, department id, dept code, department code,
  college code, acad prog, acad plan, program code, einrichtung, organisationseinheit,
  kürzel der einrichtung, composante`;
const FIRST_DAYS = `
  starts, start, start date, first day, begins, begin date, from, begin, start dt, valid from,
  startdate, ssrmeet start date, sfrstcr rsts date, term start date, beginn, von, ab, anfang,
  beginndatum, startdatum, gültig von, begindatum, début, date de début, du, fecha de inicio,
  inicio, desde, fecha inicio, starts on, first date`;
const LAST_DAYS = `
  ends, end, end date, last day, until, to, ended, end dt, valid to, enddate, valid until,
  ssrmeet end date, term end date, ende, bis, enddatum, endedatum, gültig bis, fin, date de fin,
  au, fecha de fin, hasta, fecha fin, ends on, last date`;

const PREVIOUS_IDS = `
  previous id, former id, old id, previous identifier, old identifier, frühere id, alte id,
  bisherige id, ancien id, ancien identifiant, id anterior`;

/** Column names in addition to the names of the fields. */
export const COLUMN_NAMES: Record<ImportKind, Partial<Record<ImportFieldName, string>>> = {
  units: {
    id: `
      unit id, unit, sourced id, code, org id, acad org, account id, dept code, kürzel, nummer, código,
      identifier`,
    parent: `
      parent id, parent unit, belongs to, parent sourced id, parent account id, parent org,
      übergeordnete einheit, übergeordnet, oberste einheit, parent code, unité parente,
      unidad superior`,
    kind: `
      type, level, org type, art, typ, einheitstyp, niveau, tipo, nivel`,
    name: `
      unit name, title, descr, description, bezeichnung, titel, nom, intitulé, libellé, nombre,
      denominación`,
    previous: PREVIOUS_IDS,
  },
  terms: {
    id: `
      term id, term, sourced id, code, term code, strm, stvterm code, semester, kürzel, schlüssel,
      código, identifier`,
    name: `
      term name, title, descr, description, stvterm desc, bezeichnung, titel, nom, intitulé, libellé,
      nombre, denominación`,
    firstDay: `
      stvterm start date, semesterbeginn, vorlesungsbeginn,${FIRST_DAYS}`,
    lastDay: `
      stvterm end date, semesterende, vorlesungsende,${LAST_DAYS}`,
    previous: PREVIOUS_IDS,
  },
  rooms: {
    id: `
      room id, room, code, facility id, raumnummer, raum nr, raum, raumcode, salle, code salle, aula,
      código, sala`,
    name: `
      room name, title, descr, description, bezeichnung, raumname, nom, libellé, nom de la salle,
      nombre`,
    building: `
      bldg, building code, bldg cd, gebäude, haus, bâtiment, edificio`,
    capacity: `
      seats, places, room capacity, max capacity, plätze, sitzplätze, kapazität, capacité,
      nombre de places, capacidad, aforo, plazas`,
    latitude: `
      lat, breitengrad, breite, latitud`,
    longitude: `
      lon, lng, long, längengrad, länge, longitud`,
    radius: `
      radius meters, radius m, radius in meters, radius in metern, rayon, radio`,
    previous: PREVIOUS_IDS,
  },
  people: {
    person: `${PERSON_IDS},${REGISTRATION_NUMBERS}`,
    name: FULL_NAMES,
    email: EMAILS,
    role: `
      type, user type, declared user type, institution role, primary role, typ, rolle, personengruppe,
      rôle, statut, rol, tipo, perfil, roles, status der person`,
    registrationNumber: REGISTRATION_NUMBERS,
    semester: `
      fachsemester, fs, semester number, study semester, semestre d études`,
    unit: UNITS,
    previous: PREVIOUS_IDS,
  },
  sections: {
    id: `
      section id, sourced id, sis section id, class id, group id, crn, class nbr, ssbsect crn,
      course reference number, gruppen id, nrc, lv nummer, lv nr, veranstaltungsnummer,
      veranstaltungsnr`,
    section: `
      section name, group, class section, section number, ssbsect seq numb, seq numb, class code,
      gruppe, gruppenname, parallelgruppe, groupe, grupo, sección`,
    course: `
      course id, module id, course sourced id, sis course id, crse id, kurs id, modul id, modulnummer,
      kursnummer, code cours, id cours, id curso, código de asignatura`,
    code: `
      course code, module code, short name, shortname, catalog nbr, subject and number, kürzel,
      modulkürzel, kurscode, code matière, código`,
    name: `
      course name, title, course title, long name, full name, fullname, descr, crse title,
      ssbsect crse title, titel, bezeichnung, modulname, kursname, veranstaltungstitel, veranstaltung,
      lv titel, intitulé, libellé, nom du cours, nombre, asignatura, título`,
    semester: `
      semester number, study semester, fachsemester, empfohlenes semester`,
    term: TERMS,
    unit: UNITS,
    previous: PREVIOUS_IDS,
  },
  memberships: {
    section: SECTIONS,
    person: `${PERSON_IDS},${REGISTRATION_NUMBERS}`,
    began: FIRST_DAYS,
    ended: LAST_DAYS,
    term: TERMS,
  },
  staff: {
    person: PERSON_IDS,
    role: `
      type, course role, instructor role, rolle, funktion, rôle, rol, función`,
    scope: `
      level, ebene, bereich, niveau, ámbito`,
    scopeId: `
      scope id, course id, section id, unit id, class sourced id, course sourced id, sis course id,
      sis section id, crn, class nbr, kurs id, veranstaltungsnummer, lv nummer`,
    firstDay: `
      began,${FIRST_DAYS}`,
    lastDay: LAST_DAYS,
    term: TERMS,
  },
  timetable: {
    section: SECTIONS,
    weekday: `
      day, days, day of week, meeting days, meeting pattern, pattern, weekdays, mtg days, wochentag,
      tag, wochentage, jour, jours, jour de la semaine, día, días, día de la semana`,
    start: `
      starts, start time, begins, from, begin time, ssrmeet begin time, mtg start, meeting time start,
      beginn, von, startzeit, anfang, uhrzeit von, heure de début, début, hora de inicio, hora inicio,
      inicio, desde, time, uhrzeit, zeit, heure, horaire, hora, horario`,
    end: `
      ends, end time, until, to, ssrmeet end time, mtg end, meeting time end, ende, bis, endzeit,
      uhrzeit bis, heure de fin, fin, hora de fin, hora fin, hasta`,
    room: `
      room id, facility id, room code, location, raum, raumnummer, ort, salle, aula, sala`,
    firstDay: `
      start date, begin date, starts on, ssrmeet start date, start dt, startdatum, beginndatum,
      datum von, erster termin, date de début, fecha de inicio, fecha inicio`,
    lastDay: `
      end date, ends on, ssrmeet end date, end dt, enddatum, datum bis, letzter termin, date de fin,
      fecha de fin, fecha fin`,
    everyWeeks: `
      weeks, interval, rhythmus, turnus, intervalle, intervalo`,
    id: `
      activity id, event id, activity, course event id, termin id, terminnummer, id séance,
      id de evento`,
    term: TERMS,
  },
};
