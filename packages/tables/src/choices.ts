// cspell:disable
import { normalizeName } from './fold.ts';

type Choices = Record<string, string[]>;

/** The names that campus systems have for the values of a field, in English, German, French and Spanish. */
const CHOICES: Record<string, Choices> = {
  'people role': {
    student: [
      ...['student', 'students', 'stu', 'stud', 'st', 's', 'learner', 'pupil', 'undergraduate', 'graduate'],
      ...[
        'studierende',
        'studierender',
        'studierende r',
        'studierende in',
        'student in',
        'studentin',
        'studenten',
      ],
      ...[
        'teilnehmer',
        'teilnehmerin',
        'teilnehmer in',
        'teilnehmende',
        'hörer',
        'hörerin',
        'gasthörer',
        'participant',
      ],
      ...['étudiant', 'étudiante', 'étudiant e', 'étudiants', 'élève', 'apprenant'],
      ...['estudiante', 'estudiantes', 'alumno', 'alumna', 'alumno a', 'alumnos'],
    ],
    staff: [
      ...[
        'staff',
        'teacher',
        'teachers',
        'tea',
        'lecturer',
        'employee',
        'emp',
        'faculty',
        'fac',
        'instructor',
        'ins',
      ],
      ...[
        'professor',
        'prof',
        'academic',
        'tutor',
        'ta',
        'teaching assistant',
        'assistant',
        'editingteacher',
      ],
      ...[
        'dozent',
        'dozentin',
        'dozierende',
        'dozierender',
        'dozierende r',
        'dozent in',
        'lehrende',
        'lehrender',
      ],
      ...[
        'lehrende r',
        'lehrperson',
        'lehrkraft',
        'lehrbeauftragter',
        'lehrbeauftragte',
        'professorin',
        'mitarbeiter',
      ],
      ...[
        'mitarbeiterin',
        'mitarbeiter in',
        'mitarbeitende',
        'bedienstete',
        'bediensteter',
        'beschäftigte',
        'personal',
      ],
      ...[
        'enseignant',
        'enseignante',
        'enseignant e',
        'professeur',
        'personnel',
        'chargé de cours',
        'employé',
      ],
      ...['profesor', 'profesora', 'profesor a', 'docente', 'docentes', 'empleado', 'pdi', 'pas'],
    ],
  },
  'staff role': {
    owner: [
      ...[
        'owner',
        'primary instructor',
        'primary',
        'instructor of record',
        'verantwortlich',
        'verantwortliche',
      ],
      ...['verantwortlicher', 'responsable', 'titular', 'modulverantwortlicher', 'modulverantwortliche'],
    ],
    'co-teacher': [
      ...['co teacher', 'coteacher', 'secondary instructor', 'secondary', 'co instructor', 'mitdozent'],
      ...['mitdozentin', 'co enseignant', 'cotitular', 'codocente'],
    ],
    substitute: ['substitute', 'sub', 'vertretung', 'remplaçant', 'remplaçante', 'sustituto', 'sustituta'],
    assistant: [
      ...[
        'assistant',
        'ta',
        'teaching assistant',
        'teaching asst',
        'tutor',
        'tutorin',
        'assistent',
        'assistentin',
      ],
      ...['assistante', 'ayudante', 'asistente', 'hilfskraft'],
    ],
    auditor: ['auditor', 'prüfer', 'auditeur'],
    'program-administrator': ['program administrator', 'program admin', 'studiengangsverwaltung'],
    'institution-administrator': ['institution administrator', 'institution admin'],
  },
  'staff scope': {
    course: [
      'course',
      'kurs',
      'modul',
      'module',
      'veranstaltung',
      'lehrveranstaltung',
      'cours',
      'curso',
      'asignatura',
    ],
    section: ['section', 'class', 'group', 'gruppe', 'groupe', 'grupo', 'sección', 'klasse', 'seccion'],
    unit: ['unit', 'org', 'department', 'einheit', 'unité', 'unidad', 'faculty', 'fakultät', 'institut'],
  },
  'units kind': {
    institution: [
      'institution',
      'university',
      'universität',
      'hochschule',
      'université',
      'universidad',
      'district',
    ],
    faculty: [
      ...['faculty', 'school', 'college', 'fakultät', 'fachbereich', 'faculté', 'ufr', 'facultad', 'escuela'],
    ],
    department: [
      'department',
      'dept',
      'institut',
      'institute',
      'abteilung',
      'lehrstuhl',
      'département',
      'departamento',
    ],
    program: [
      ...[
        'program',
        'programme',
        'studiengang',
        'degree',
        'major',
        'programa',
        'filière',
        'titulación',
        'carrera',
      ],
    ],
  },
};

const VALUE_OF = new Map(
  Object.entries(CHOICES).map(([field, choices]) => [
    field,
    new Map(
      Object.entries(choices).flatMap(([value, names]) =>
        [value, ...names].map((name): [string, string] => [normalizeName(name), value]),
      ),
    ),
  ]),
);

/** The values that a field accepts; none for a field without a choice. */
export const choicesOf = (kind: string, field: string): string[] =>
  Object.keys(CHOICES[`${kind} ${field}`] ?? {});

/** @param remembered values that an administrator has assigned, by normalized text */
export const readChoice = (
  kind: string,
  field: string,
  text: string,
  remembered: Record<string, string> = {},
): string | undefined => {
  const name = normalizeName(text);
  return remembered[name] ?? VALUE_OF.get(`${kind} ${field}`)?.get(name);
};
